#include "certus/stats/normal.h"

#include <limits>

#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using test::digits;
using test::relative_error;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Normal, BothTailsMatchTheProjectsReferenceValues) {
  for (const auto& row : test::read_rows(test::golden_file("stats.json"), "normal")) {
    const double x = row["x"];
    EXPECT_LT(relative_error(normal_cdf(x), digits(row["cdf"])), 1e-15) << x;
    EXPECT_LT(relative_error(normal_upper_tail(x), digits(row["upper"])), 1e-15) << x;
  }
}

TEST(Normal, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto golden = test::read_json(test::shared_file("golden/stats.json"));
  ASSERT_EQ(golden["phi"].size(), 50u);
  for (const auto& row : golden["phi"]) {
    const double x = row["x"];
    // Subnormal results have fewer digits than the tolerance asks for.
    const double tolerance = row["value"].get<double>() < std::numeric_limits<double>::min() ? 1e-7 : 1e-13;
    EXPECT_LT(relative_error(normal_cdf(x), digits(row["digits"])), tolerance) << x;
    EXPECT_LT(relative_error(normal_upper_tail(x), digits(row["upper_tail_digits"])), 1e-13) << x;
  }
  ASSERT_EQ(golden["phi_inv"].size(), 64u);
  for (const auto& row : golden["phi_inv"]) {
    const double p = row["p"];
    EXPECT_LT(relative_error(normal_quantile(p), digits(row["digits"])), 1e-13) << p;
  }
}

TEST(Normal, QuantileOfTheUpperTailKeepsTheDigitsThatOneMinusPWouldLose) {
  for (const double q : {1e-300, 1e-20, 1e-9, 0.25, 0.5, 0.75}) {
    EXPECT_LT(relative_error(normal_upper_tail(normal_upper_quantile(q)), q), 1e-12) << q;
    EXPECT_EQ(normal_quantile(q), -normal_upper_quantile(q));
    EXPECT_EQ(normal_quantile(Probability(1.0 - q, q)),
              q < 0.5 ? normal_upper_quantile(q) : normal_quantile(Probability{1.0 - q, q}.p));
  }
}

TEST(Normal, EndsAreInfinite) {
  EXPECT_EQ(normal_quantile(0.0), -kInfinity);
  EXPECT_EQ(normal_quantile(1.0), kInfinity);
  EXPECT_EQ(normal_upper_quantile(0.0), kInfinity);
  EXPECT_EQ(normal_cdf(-kInfinity), 0.0);
  EXPECT_EQ(normal_cdf(kInfinity), 1.0);
}

}  // namespace
}  // namespace certus
