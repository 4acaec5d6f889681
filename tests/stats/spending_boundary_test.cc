#include "certus/stats/spending_boundary.h"

#include <vector>

#include "certus/stats/clopper_pearson.h"
#include "certus/stats/vote_walk.h"

namespace certus {
namespace {

const std::vector<std::int64_t> kLooks = {20, 35, 60, 100, 180, 300};
const std::vector<double> kSpent = {0.001, 0.003, 0.006, 0.008, 0.009, 0.01};

std::vector<std::int64_t> first_of(const std::vector<std::int64_t>& values, std::size_t count) {
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(SpendingBoundary, SpendsNoMoreThanAllowedAtAnyLookAndNothingLess) {
  for (const double p : {0.5, 0.7, 0.9}) {
    const Probability p0 = Probability::from_p(p);
    const auto least = spending_boundary(p0, kLooks, kSpent);
    for (std::size_t j = 0; j < kLooks.size(); ++j) {
      const auto looks = first_of(kLooks, j + 1);
      auto counts = first_of(least, j + 1);
      EXPECT_LE(chance_of_reaching(looks, counts, p0), kSpent[j]) << p << ' ' << j;
      --counts.back();  // one vote less would spend too much
      EXPECT_GT(chance_of_reaching(looks, counts, p0), kSpent[j] * (1 - 2e-7)) << p << ' ' << j;
    }
  }
}

TEST(SpendingBoundary, IsSaferStillBelowTheThreshold) {
  const auto least = spending_boundary(Probability::from_p(0.7), kLooks, kSpent);
  double last = 0.01;
  for (const double p : {0.7, 0.69, 0.65, 0.5, 0.2}) {
    const double reached = chance_of_reaching(kLooks, least, Probability::from_p(p));
    EXPECT_LE(reached, last) << p;
    last = reached;
  }
}

TEST(SpendingBoundary, WithOneLookIsTheClopperPearsonBound) {
  const std::vector<std::int64_t> looks = {200};
  const std::vector<double> spent = {0.01};
  const double p0 = 0.8;
  const auto least = spending_boundary(Probability::from_p(p0), looks, spent);
  EXPECT_GE(clopper_pearson_lower(least[0], 200, 0.01).p, p0);
  EXPECT_LT(clopper_pearson_lower(least[0] - 1, 200, 0.01).p, p0);
}

TEST(SpendingBoundary, CertifiesNothingWhereNothingMayBeSpent) {
  const std::vector<std::int64_t> looks = {10, 20};
  const std::vector<double> spent = {0.0, 0.05};
  const auto least = spending_boundary(Probability::from_p(0.5), looks, spent);
  EXPECT_EQ(least[0], 11);
  EXPECT_LE(least[1], 20);
}

}  // namespace
}  // namespace certus
