#include "certus/stats/binomial.h"
#include "certus/stats/binomial_test.h"
#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

TEST(BinomialTestHalf, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "binom_test_two_sided_half");
  ASSERT_EQ(rows.size(), 57u);
  for (const auto& row : rows) {
    // From n = 4e7 on scipy itself is wrong near k = n/2; the reference is the exact value.
    EXPECT_LT(test::relative_error(binomial_test_half(row["k"], row["n"]), row["value"].get<double>()), 1e-11)
        << row;
  }
}

TEST(BinomialTestHalf, RejectsAFairCoinAtMostAlphaOften) {
  for (const std::int64_t n : {1, 10, 11, 100}) {
    for (const double alpha : {0.05, 0.001}) {
      double rejected = 0;
      for (std::int64_t k = 0; k <= n; ++k) {
        if (binomial_test_half(k, n) <= alpha) rejected += binomial_pmf(k, n, Probability::from_p(0.5));
      }
      EXPECT_LE(rejected, alpha * (1 + 1e-12)) << n << ' ' << alpha;
    }
  }
}

TEST(BinomialTestHalf, IsTheChanceOfAnOutcomeAtLeastAsFarFromEven) {
  for (const std::int64_t n : {1, 9, 10, 57}) {
    for (std::int64_t k = 0; k <= n; ++k) {
      double as_far = 0;
      for (std::int64_t other = 0; other <= n; ++other) {
        if (std::abs(2 * other - n) >= std::abs(2 * k - n))
          as_far += binomial_pmf(other, n, Probability::from_p(0.5));
      }
      EXPECT_NEAR(binomial_test_half(k, n), as_far, 1e-12) << k << ' ' << n;
    }
  }
}

TEST(BinomialTestHalf, DecidesLikePredictWithAHundredVotes) {
  EXPECT_LE(binomial_test_half(67, 100), 0.001);
  EXPECT_GT(binomial_test_half(66, 100), 0.001);
  EXPECT_EQ(binomial_test_half(50, 100), 1.0);
  EXPECT_EQ(binomial_test_half(0, 0), 1.0);
  EXPECT_EQ(binomial_test_half(30, 100), binomial_test_half(70, 100));
}

TEST(SignTest, DecidesAsThePValueDoes) {
  for (const double level : {0.5, 0.05, 0.05 / 64, 1e-9}) {
    SignTest test(level);
    for (const std::int64_t n : {0, 1, 2, 10, 11, 12, 30, 31, 100, 101, 999, 1000}) {
      for (std::int64_t k = 0; k <= n; ++k)
        ASSERT_EQ(test.rejects(k, n), binomial_test_half(k, n) <= level) << k << ' ' << n << ' ' << level;
    }
    const std::int64_t huge = 10'000'000;  // beyond what is remembered
    for (const std::int64_t k : {huge / 2 - 10'000, huge / 2 - 5'000, huge / 2})
      EXPECT_EQ(test.rejects(k, huge), binomial_test_half(k, huge) <= level);
  }
}

}  // namespace
}  // namespace certus
