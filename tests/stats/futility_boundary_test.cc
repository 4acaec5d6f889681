#include "certus/stats/futility_boundary.h"

#include <cmath>
#include <map>

namespace certus {
namespace {

const std::vector<std::int64_t> kLooks = {2, 5, 9};
const std::vector<std::int64_t> kCertify = {3, 5, 8};

/// What giving up at (l0, l1) earns: certificates minus draws / worth, over all votes when p has a Beta(1/2,
/// 1/10) distribution.
double earned(std::int64_t l0, std::int64_t l1, double worth) {
  const auto log_beta = [](double a, double b) {
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  };
  double total = 0;
  for (unsigned path = 0; path < (1U << 9); ++path) {
    std::int64_t votes = 0;
    std::int64_t draws = 0;
    double value = 0;
    for (std::size_t j = 0; j < kLooks.size(); ++j) {
      for (; draws < kLooks[j]; ++draws) votes += (path >> draws) & 1U;
      if (votes >= kCertify[j]) {
        value = 1;
        break;
      }
      if (j == 0 && votes <= l0) break;
      if (j == 1 && votes <= l1) break;
    }
    std::int64_t all = 0;
    for (int i = 0; i < 9; ++i) all += (path >> i) & 1U;
    const double chance = std::exp(
        log_beta(static_cast<double>(all) + 0.5, static_cast<double>(9 - all) + 0.1) - log_beta(0.5, 0.1));
    total += chance * (value - static_cast<double>(draws) / worth);
  }
  return total;
}

TEST(FutilityBoundary, EarnsAsMuchAsTheBestOfAllRules) {
  for (const double worth : {5.0, 12.0, 30.0, 200.0}) {
    const auto give_up = futility_boundary(kLooks, kCertify, worth);
    double best = -1e9;
    for (std::int64_t l0 = -1; l0 < kCertify[0]; ++l0) {
      for (std::int64_t l1 = -1; l1 < kCertify[1]; ++l1) best = std::max(best, earned(l0, l1, worth));
    }
    EXPECT_NEAR(earned(give_up[0], give_up[1], worth), best, 1e-9) << worth;
    EXPECT_EQ(give_up[2], kCertify[2] - 1);
  }
}

TEST(FutilityBoundary, GivesUpLaterTheMoreACertificateIsWorth) {
  const auto cheap = futility_boundary(kLooks, kCertify, 5.0);
  const auto dear = futility_boundary(kLooks, kCertify, 1e9);
  EXPECT_GT(cheap[1], dear[1]);
  EXPECT_EQ(dear[0], 0);  // without a vote in 2 draws 8 of 9 are out of reach
}

}  // namespace
}  // namespace certus
