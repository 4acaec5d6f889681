// What a revision of numbers stands for. Only what is the same on every processor can be held here: noise,
// order of images, fresh weights, radii. Whoever changes one of them, or the sums of training in any other
// way, raises kNumbersRevision, so that finished cells of experiments are made again.
#include "certus/experiment/numbers.h"

#include <gtest/gtest.h>

#include "certus/base/error.h"
#include "certus/base/sha256.h"
#include "certus/model/architectures.h"
#include "certus/noise/gaussian.h"
#include "certus/recipe/epoch_order.h"
#include "certus/stats/certified_radius.h"

namespace certus {
namespace {

TEST(ExperimentNumbers, AreThoseOfTheRevision) {
  Sha256 digest;
  std::vector<float> noise(3072);
  for (const Purpose purpose :
       {Purpose::kVotes, Purpose::kTraining, Purpose::kEstimate, Purpose::kTestPass}) {
    fill_gaussian({.seed = 3, .image = 17, .purpose = purpose}, 5, noise);
    for (const float each : noise) digest.update(join_text(static_cast<double>(each), '\n'));
  }
  for (const std::int64_t each : shuffled_order(3, 2, 1000)) digest.update(join_text(each, '\n'));
  const std::vector<std::int64_t> images{1, 5, 9};
  const std::vector<double> weights{0.5, 1.0, 2.0};
  for (const std::int64_t each : drawn_order(3, 2, 1000, images, weights))
    digest.update(join_text(each, '\n'));
  for (std::int64_t k = 50; k <= 100; ++k) {
    digest.update(
        join_text(certified_radius(k, {.n = 100, .alpha = 0.001, .sigma = 0.5}).value_or(-1.0), '\n'));
  }
  const Graph graph = make_architecture("cifar_resnet8", 10, 3);
  for (const auto& [name, tensor] : graph.parameters) {
    for (std::size_t i = 0; i < tensor.values.size(); i += 97)
      digest.update(join_text(static_cast<double>(tensor.values[i]), '\n'));
  }
  EXPECT_EQ(kNumbersRevision, 1);
  EXPECT_EQ(digest.hex(), "dea5354d29c096de13de13c2a649b8d23e1317f867ffa2d7906b35a3bcf29d7d")
      << "other numbers: raise kNumbersRevision, then put the new digest here";
}

}  // namespace
}  // namespace certus
