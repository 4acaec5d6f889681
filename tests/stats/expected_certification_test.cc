#include "certus/stats/expected_certification.h"

#include "certus/stats/binomial.h"
#include "support/golden_digits.h"
#include "support/shared_files.h"

namespace certus {
namespace {

using test::digits;
using test::relative_error;

TEST(ExpectedCertifiedAccuracy, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "expected_cert_acc");
  ASSERT_EQ(rows.size(), 43u);
  for (const auto& row : rows) {
    const double value =
        expected_certified_accuracy(Probability::from_p(row["p_A"]), row["r"],
                                    {.n = row["N"], .alpha = row["alpha"], .sigma = row["sigma"]});
    EXPECT_LT(relative_error(value, row["value"].get<double>()), 1e-11) << row;
  }
}

TEST(ExpectedCertifiedAccuracy, IsTheChanceOfTheCountsThatCertify) {
  const Budget budget{.n = 120, .alpha = 0.01, .sigma = 0.5};
  for (const double p_a : {0.4, 0.8, 0.97}) {
    for (const double radius : {0.0, 0.3, 0.7, 2.0}) {
      double chance = 0.0;
      for (std::int64_t k = 0; k <= budget.n; ++k) {
        const auto certified = certified_radius(k, budget);
        if (certified && *certified >= radius) chance += binomial_pmf(k, budget.n, Probability::from_p(p_a));
      }
      EXPECT_NEAR(expected_certified_accuracy(Probability::from_p(p_a), radius, budget), chance, 1e-13);
    }
  }
}

TEST(ExpectedRadius, MatchesAllSharedReferenceValues) {
  CERTUS_NEEDS_SHARED("golden/stats.json");
  const auto rows = test::read_rows(test::shared_file("golden/stats.json"), "expected_acr_constant_pA");
  ASSERT_EQ(rows.size(), 51u);
  for (const auto& row : rows) {
    const Budget budget{.n = row["N"], .alpha = row["alpha"], .sigma = row["sigma"]};
    const double p_a = row["p_A"];
    EXPECT_LT(
        relative_error(expected_radius(Probability::from_p(p_a), budget), digits(row["expected_digits"])),
        1e-12)
        << row;
    EXPECT_LT(relative_error(plug_in_radius(p_a, budget), digits(row["plug_in_digits"])), 1e-12) << row;
  }
}

TEST(ExpectedRadius, OfTheToyExample) {
  // ACR'25, Section 4.1, sigma 1, alpha 0.001: the printed values plug in 0.9 n; the expectation differs.
  const auto at = [](std::int64_t n) { return Budget{.n = n, .alpha = 0.001, .sigma = 1.0}; };
  EXPECT_NEAR(plug_in_radius(0.9, at(50)), 0.543730, 5e-7);
  EXPECT_NEAR(plug_in_radius(0.9, at(100)), 0.756515, 5e-7);
  EXPECT_NEAR(plug_in_radius(0.9, at(200)), 0.908991, 5e-7);
  EXPECT_NEAR(expected_radius(Probability::from_p(0.9), at(50)), 0.560283, 5e-7);
  EXPECT_NEAR(expected_radius(Probability::from_p(0.9), at(100)), 0.767142, 5e-7);
  EXPECT_NEAR(expected_radius(Probability::from_p(0.9), at(200)), 0.915286, 5e-7);
}

TEST(ExpectedRadius, IsZeroOrTheLargestAtTheEnds) {
  const Budget budget{.n = 100, .alpha = 0.001, .sigma = 2.0};
  EXPECT_EQ(expected_radius(Probability::from_p(0.0), budget), 0.0);
  EXPECT_EQ(expected_radius(Probability::from_p(1.0), budget), *largest_radius(budget));
  EXPECT_EQ(expected_radius(Probability::from_p(0.9), {.n = 5, .alpha = 0.001, .sigma = 1.0}), 0.0);
  EXPECT_EQ(expected_certified_accuracy(Probability::from_p(1.0), 9.0, budget), 0.0);
}

}  // namespace
}  // namespace certus
