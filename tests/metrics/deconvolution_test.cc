#include "certus/metrics/deconvolution.h"

#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"
#include "support/known_populations.h"
#include "support/logs.h"

namespace certus {
namespace {

TEST(Deconvolution, SharpensAConstantPopulation) {
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < 4000; ++i)
    votes.push_back(binomial_quantile(keyed_uniform(1, 1, i), 100, test::constant_09(0)));
  const PaDistribution p_a(test::log_of_votes(votes, 100), 100);
  const PaDeconvolution model = deconvolve(p_a, {.n = 100, .alpha = 0.001, .sigma = 1.0});
  // votes / n says that a quarter of the images lies beyond 0.92 and as many under 0.88; in truth none does.
  EXPECT_GT(p_a.share_at_least(0.93), 0.15);
  EXPECT_LT(model.share_at_least(0.93), 0.02);
  EXPECT_GT(model.share_at_least(0.87), 0.98);
}

TEST(Deconvolution, SurvivesExtremeData) {
  const Budget source{.n = 100, .alpha = 0.001, .sigma = 1.0};
  const auto share = [&](const std::vector<std::int64_t>& votes) {
    return deconvolve(PaDistribution(test::log_of_votes(votes, 100), 100), source)
        .certified_share(99'900, 100'000, 0.95);
  };
  const auto all_right = share(std::vector<std::int64_t>(50, 100));
  EXPECT_GT(all_right.value, 0.9);
  EXPECT_LT(all_right.lower, 0.6);  // a hundred votes cannot prove 0.999
  EXPECT_TRUE(all_right.extrapolated);
  EXPECT_LT(share(std::vector<std::int64_t>(50, 0)).value, 1e-6);
  EXPECT_GE(share({100}).upper, 0.9);
  // Nothing counted at all, and a budget that certifies with every vote only.
  const PaDistribution nothing(
      test::log_of_votes({CertificationLog::kUnknownVotes, CertificationLog::kUnknownVotes}, 10), 10);
  EXPECT_LE(deconvolve(nothing, {.n = 10, .alpha = 0.001, .sigma = 1.0}).certified_share(60, 100, 0.95).lower,
            1.0);
  const auto unknown = share(std::vector<std::int64_t>(50, CertificationLog::kUnknownVotes));
  EXPECT_LT(unknown.value, 0.2);
}

}  // namespace
}  // namespace certus
