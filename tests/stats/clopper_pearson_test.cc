#include "certus/stats/clopper_pearson.h"

#include <cmath>

#include "certus/stats/binomial.h"
#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using test::digits;
using test::relative_error;

TEST(ClopperPearsonLower, NeverExceedsTheExactValueAndLosesAlmostNothing) {
  for (const auto& row : test::read_rows(test::golden_file("stats.json"), "clopper_pearson_lower")) {
    const Probability bound = clopper_pearson_lower(row["k"], row["n"], row["alpha"]);
    const long double slack = 1e-19L;  // of the 20-digit reference itself
    EXPECT_LE(bound.p, digits(row["p"]) + slack) << row;
    EXPECT_GE(bound.q, digits(row["q"]) * (1 - slack)) << row;
    EXPECT_LT(relative_error(bound.p, digits(row["p"])), 1e-14) << row;
    EXPECT_LT(relative_error(bound.q, digits(row["q"])), 1e-13) << row;
  }
}

TEST(ClopperPearsonLower, MatchesAllSharedReferenceValuesFromTheSafeSide) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "lcb");
  ASSERT_EQ(rows.size(), 271u);
  for (const auto& row : rows) {
    const std::int64_t n = row["n"];
    const Probability bound = clopper_pearson_lower(row["k"], n, row["alpha"]);
    const double tolerance = n <= 1'000'000 ? 1e-13 : 1e-12;
    EXPECT_LT(relative_error(bound.p, digits(row["digits"])), tolerance) << row;
    EXPECT_LT(relative_error(bound.q, digits(row["one_minus_digits"])), tolerance) << row;
    EXPECT_LE(bound.p, digits(row["digits"]) * (1 + 1e-19L)) << row;
    EXPECT_GE(bound.q, digits(row["one_minus_digits"]) * (1 - 1e-19L)) << row;
  }
}

TEST(ClopperPearsonLower, IsZeroWithoutSuccessesAndARootOfAlphaWithoutFailures) {
  EXPECT_EQ(clopper_pearson_lower(0, 10, 0.1).p, 0.0);
  EXPECT_EQ(clopper_pearson_lower(0, 10, 0.1).q, 1.0);
  EXPECT_NEAR(clopper_pearson_lower(10, 10, 0.1).p, std::pow(0.1, 0.1), 1e-15);
}

TEST(ClopperPearsonLower, KeepsItsPromiseAtTheReturnedDouble) {
  for (const std::int64_t n : {1, 2, 10, 100, 1000, 100'000, 1'000'000'000}) {
    for (const double alpha : {0.5, 0.05, 0.001, 1e-12}) {
      for (const double share : {0.0, 0.1, 0.5, 0.9, 0.999, 1.0}) {
        const auto k = static_cast<std::int64_t>(share * static_cast<double>(n));
        if (k == 0) continue;
        const Probability bound = clopper_pearson_lower(k, n, alpha);
        EXPECT_LE(binomial_upper_tail(k, n, bound), alpha * (1 + 1e-15)) << k << ' ' << n << ' ' << alpha;
      }
    }
  }
}

TEST(ClopperPearsonLower, CoversExactlyAsPromised) {
  // The true miss rate at p is the binomial mass of the counts whose bound exceeds p: summed, not simulated.
  for (const std::int64_t n : {5, 50, 300}) {
    for (const double alpha : {0.1, 0.01, 0.001}) {
      for (double p = 0.005; p < 1.0; p += 0.0199) {
        double miss = 0;
        for (std::int64_t k = 0; k <= n; ++k) {
          if (clopper_pearson_lower(k, n, alpha).p > p) miss += binomial_pmf(k, n, Probability::from_p(p));
        }
        EXPECT_LE(miss, alpha * (1 + 1e-12)) << n << ' ' << alpha << ' ' << p;
      }
    }
  }
}

TEST(ClopperPearsonInterval, CoversExactlyAsPromised) {
  constexpr std::int64_t kDraws = 80;
  for (double p = 0.0; p <= 1.0; p += 0.01) {
    double miss = 0;
    for (std::int64_t k = 0; k <= kDraws; ++k) {
      const Interval interval = clopper_pearson_interval(k, kDraws, 0.05);
      if (p < interval.lower || p > interval.upper) miss += binomial_pmf(k, kDraws, Probability::from_p(p));
    }
    EXPECT_LE(miss, 0.05 * (1 + 1e-12)) << p;
  }
}

TEST(ClopperPearsonInterval, GivesHalfOfAlphaToEitherEnd) {
  for (const std::int64_t n : {7, 80, 1000}) {
    for (std::int64_t k = 1; k < n; k += 1 + n / 9) {
      const Interval interval = clopper_pearson_interval(k, n, 0.05);
      EXPECT_NEAR(binomial_upper_tail(k, n, interval.lower), 0.025, 1e-12) << k << ' ' << n;
      EXPECT_NEAR(binomial_lower_tail(k, n, interval.upper), 0.025, 1e-12) << k << ' ' << n;
    }
  }
}

TEST(ClopperPearsonUpper, MirrorsTheLowerBound) {
  const Probability lower = clopper_pearson_lower(3, 20, 0.05);
  const Probability upper = clopper_pearson_upper(17, 20, 0.05);
  EXPECT_EQ(upper.q, lower.p);
  EXPECT_EQ(upper.p, lower.q);
  EXPECT_EQ(clopper_pearson_upper(20, 20, 0.05).p, 1.0);
}

}  // namespace
}  // namespace certus
