#include "certus/recipe/collapse.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

constexpr std::int64_t kEpochsToLearn = 3;
constexpr double kNearlyAll = 0.95;
constexpr double kDeviations = 3.0;

constexpr const char* kRemedy =
    "; results of such a network mean little: try a smaller optimizer.lr, fewer or shorter attack steps, or "
    "a "
    "smaller noise.sigma";

std::string percent(double share) {
  return fixed_text(100.0 * share, 1) + " %";
}

std::optional<Collapse> sign_of_test(const TestLook& test, std::int64_t epoch) {
  const auto images = std::accumulate(test.labels.begin(), test.labels.end(), std::int64_t{0});
  const auto total = static_cast<double>(images);
  const auto most = std::ranges::max_element(test.predicted);
  const auto label = most - test.predicted.begin();
  const double share = static_cast<double>(*most) / total;
  const double share_of_label = static_cast<double>(test.labels.at(static_cast<std::size_t>(label))) / total;
  const std::string where = join_text("collapsed: after epoch ", epoch + 1, ' ');
  if (share >= kNearlyAll && share_of_label <= 0.5) {
    return Collapse{.sign = CollapseSign::kOneClass,
                    .text = join_text(where, "the network takes ", percent(share),
                                      " of the test images for class ", label, kRemedy)};
  }
  const double chance = 1.0 / static_cast<double>(test.labels.size());
  const double accuracy = static_cast<double>(test.correct) / total;
  if (accuracy > chance + kDeviations * std::sqrt(chance * (1.0 - chance) / total)) return std::nullopt;
  return Collapse{.sign = CollapseSign::kChance,
                  .text = join_text(where, "the accuracy under noise on ", grouped_text(images),
                                    " test images, ", percent(accuracy), ", does not differ from guessing (",
                                    percent(chance), ')', kRemedy)};
}

}  // namespace

std::vector<Collapse> signs_of_collapse(const RunHealth& health) {
  std::vector<Collapse> signs;
  if (health.test && health.epoch + 1 >= std::min(kEpochsToLearn, health.epochs)) {
    if (auto sign = sign_of_test(*health.test, health.epoch)) signs.push_back(*std::move(sign));
  }
  if (2 * health.kept < health.images) {
    const double share = static_cast<double>(health.kept) / static_cast<double>(health.images);
    signs.push_back(
        {.sign = CollapseSign::kDiscarded,
         .text = join_text("collapsed: discarding left ", percent(share), " of the training images (",
                           grouped_text(health.kept), " of ", grouped_text(health.images),
                           "); the network knew too few of them: lower discard.below, or discard "
                           "later (easy_focus.start_epoch)")});
  }
  return signs;
}

}  // namespace certus
