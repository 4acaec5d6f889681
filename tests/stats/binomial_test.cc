#include "certus/stats/binomial.h"

#include <cmath>

#include "certus/stats/normal.h"
#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using test::digits;
using test::relative_error;

TEST(BinomialTail, MatchesTheProjectsReferenceValues) {
  for (const auto& row : test::read_rows(test::golden_file("stats.json"), "binomial_upper_tail")) {
    const double tail = binomial_upper_tail(row["k"].get<std::int64_t>(), row["n"].get<std::int64_t>(),
                                            row["p"].get<double>());
    const auto rare = static_cast<double>(
        std::min(row["k"].get<std::int64_t>(), row["n"].get<std::int64_t>() - row["k"].get<std::int64_t>()));
    EXPECT_LT(relative_error(tail, digits(row["value"])), 5e-16 + 2e-19 * rare) << row;  // as the header says
  }
}

TEST(BinomialTail, MatchesTheSharedTailsUpToABillionDraws) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  for (const auto& row : test::read_rows(test::shared_file("golden/stats.json"), "k_min")) {
    if (row["k_min"].is_null()) continue;
    const Probability p = normal_probability(row["r"].get<double>() / row["sigma"].get<double>());
    const std::int64_t k = row["k_min"];
    const std::int64_t n = row["N"];
    // p itself is a double: where its error moves the tail by more than 1e-12, that error is the limit.
    const double tolerance = 1e-12 + 1e-16 * static_cast<double>(n);
    EXPECT_LT(relative_error(binomial_upper_tail(k, n, p), row["tail_at_k"].get<double>()), tolerance) << row;
    EXPECT_LT(relative_error(binomial_upper_tail(k - 1, n, p), row["tail_at_k_minus_1"].get<double>()),
              tolerance)
        << row;
  }
}

TEST(BinomialTail, TailsAndMassAddUp) {
  for (const double p : {0.0, 0.01, 0.3, 0.5, 0.97, 1.0}) {
    const Probability both = Probability::from_p(p);
    double sum = 0;
    for (std::int64_t k = 0; k <= 40; ++k) {
      EXPECT_NEAR(binomial_upper_tail(k, 40, p) + binomial_lower_tail(k - 1, 40, p), 1.0, 1e-14);
      EXPECT_NEAR(binomial_lower_tail(k, 40, p) - binomial_lower_tail(k - 1, 40, p),
                  binomial_pmf(k, 40, both), 1e-14);
      sum += binomial_pmf(k, 40, both);
    }
    EXPECT_NEAR(sum, 1.0, 1e-13);
  }
}

TEST(BinomialTail, CountsOutsideTheRangeAreCertainOrImpossible) {
  EXPECT_EQ(binomial_upper_tail(0, 10, 0.3), 1.0);
  EXPECT_EQ(binomial_upper_tail(-5, 10, 0.3), 1.0);
  EXPECT_EQ(binomial_upper_tail(11, 10, 0.3), 0.0);
  EXPECT_EQ(binomial_lower_tail(10, 10, 0.3), 1.0);
  EXPECT_EQ(binomial_lower_tail(-1, 10, 0.3), 0.0);
}

TEST(BinomialQuantile, IsTheSmallestCountThatReachesU) {
  for (const std::int64_t n : {1, 7, 100, 100'000}) {
    for (const double p : {1e-6, 0.2, 0.5, 0.999, 1.0 - 1e-9}) {
      for (const double u : {1e-12, 0.001, 0.3, 0.5, 0.9, 0.999999}) {
        const Probability both = Probability::from_p(p);
        const std::int64_t k = binomial_quantile(u, n, both);
        EXPECT_GE(binomial_lower_tail(k, n, both), u * (1 - 1e-12)) << n << ' ' << p << ' ' << u;
        if (k == 0) continue;
        EXPECT_LT(binomial_lower_tail(k - 1, n, both), u * (1 + 1e-12)) << n << ' ' << p << ' ' << u;
      }
    }
  }
  EXPECT_EQ(binomial_quantile(0.5, 10, Probability::from_p(0.0)), 0);
  EXPECT_EQ(binomial_quantile(0.5, 10, Probability::from_p(1.0)), 10);
}

TEST(HypergeometricTail, EqualsTheCountOfSubsets) {
  // 5 of 12 marked, 4 drawn: C(5,j) C(7,4-j) / 495 for j = 0..4 is 35, 175, 210, 70, 5.
  EXPECT_NEAR(hypergeometric_upper_tail(1, 12, 5, 4), 460.0 / 495, 1e-15);
  EXPECT_NEAR(hypergeometric_upper_tail(2, 12, 5, 4), 285.0 / 495, 1e-15);
  EXPECT_NEAR(hypergeometric_upper_tail(4, 12, 5, 4), 5.0 / 495, 1e-17);
  EXPECT_EQ(hypergeometric_upper_tail(0, 12, 5, 4), 1.0);
  EXPECT_EQ(hypergeometric_upper_tail(5, 12, 5, 4), 0.0);
  EXPECT_EQ(hypergeometric_upper_tail(3, 12, 11, 4), 1.0);  // at most one of four can be unmarked
}

TEST(HypergeometricTail, AveragedOverTheVotesIsTheBinomialTailExactly) {
  // Subsampling votes is what makes conversion to a smaller budget unbiased for every p_A.
  constexpr std::int64_t kVotes = 60;
  constexpr std::int64_t kDraws = 23;
  for (const double p : {0.1, 0.5, 0.8, 0.99}) {
    for (std::int64_t k = 0; k <= kDraws; ++k) {
      double mean = 0;
      for (std::int64_t votes = 0; votes <= kVotes; ++votes) {
        mean += binomial_pmf(votes, kVotes, Probability::from_p(p)) *
                hypergeometric_upper_tail(k, kVotes, votes, kDraws);
      }
      EXPECT_NEAR(mean, binomial_upper_tail(k, kDraws, p), 1e-13) << p << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace certus
