#include "certus/procedure/transfer.h"

#include "certus/smooth/procedure_task.h"
#include "support/linear_engine.h"
#include "support/moved_plane.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

using test::moved_plane;

const Budget kBudget{.n = 2000, .alpha = 0.01, .sigma = 0.5};

/// The row of a tiny image of class 1: g is certified, h votes.
CertificationRecord transfer(const Procedure& procedure, VoteCounter& g, VoteCounter& h,
                             const std::vector<float>& pixels, std::int64_t index, std::uint64_t seed) {
  VoteCounter* const voters[] = {&g, &h};
  return run_on_image(procedure, voters, {.shape = test::kTinyShape, .pixels = pixels, .label = 1}, index,
                      seed);
}

TEST(CertifyByTransfer, CountsThePairedDrawsThatTheExactNetworkLoses) {
  const auto pixels = test::image_at(0.6);
  const ImageView x{test::kTinyShape, pixels};
  const NoiseKey key{.seed = 3, .image = 8};
  VoteCounter g = test::counter_of(moved_plane(0.4F));
  VoteCounter h = test::counter_of(test::plane_engine());
  const TransferParams params = usual_transfer(kBudget, 500);
  EXPECT_LE(params.alpha.cheap + params.alpha.paired, 0.01 + 1e-15);
  const CertificationRecord row = transfer(*transfer_procedure(20, kBudget, params), g, h, pixels, 8, 3);

  std::vector<int> of_g(500);
  std::vector<int> of_h(2000);
  moved_plane(0.4F)->classify(x, 0.5F, key, 20, of_g);
  test::plane_engine()->classify(x, 0.5F, key, 20, of_h);
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < 500; ++i) lost += of_h[i] == 1 && of_g[i] != 1 ? 1 : 0;
  EXPECT_GT(lost, 3);
  EXPECT_EQ(row.extension, (std::vector<double>{500.0, static_cast<double>(lost)}));
  EXPECT_EQ(row.predicted, 1);
  const auto votes = std::count(of_h.begin(), of_h.end(), 1);
  EXPECT_EQ(votes_for(row, 1), votes);
  EXPECT_EQ(
      row.radius,
      radius_of_bound(
          transfer_lower({.cheap_votes = votes, .cheap_draws = 2000, .lost_votes = lost, .paired_draws = 500},
                         params.alpha),
          0.5));
}

TEST(CertifyByTransfer, NeverCertifiesBeyondTheExactNetworkMoreOftenThanAlpha) {
  // The exact network's true radius is its image's distance to the moved plane; a cheap network that is far
  // too good costs nothing of the promise. More than 22 of 1000 would be false once in a thousand runs.
  VoteCounter g = test::counter_of(moved_plane(0.5F), 1000);
  VoteCounter h = test::counter_of(test::plane_engine(), 1000);
  const auto pixels = test::image_at(0.6);
  const double truth = 0.6 - 0.5 / std::sqrt(8.0);
  const Budget budget{.n = 300, .alpha = 0.01, .sigma = 0.5};
  const auto procedure = transfer_procedure(10, budget, usual_transfer(budget, 100));
  int wrong = 0;
  double largest = 0.0;
  for (std::int64_t image = 0; image < 1000; ++image) {
    const CertificationRecord row = transfer(*procedure, g, h, pixels, image, 1);
    wrong += row.radius > truth ? 1 : 0;
    largest = std::max(largest, row.radius);
  }
  EXPECT_LE(wrong, 22);
  EXPECT_GT(largest, 0.0);
}

TEST(UsualTransfer, RefusesMorePairedDrawsThanDraws) {
  EXPECT_THAT(error_of([] { usual_transfer({.n = 100}, 101); }),
              HasSubstr("101 paired draws, expected a number in [1, n = 100]"));
}

}  // namespace
}  // namespace certus
