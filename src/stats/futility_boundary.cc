#include "certus/stats/futility_boundary.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {
namespace {

/// The value of having k votes at one look: 0 below `first`, 1 from `certified` on.
struct Values {
  std::int64_t first = 0;
  std::int64_t certified = 0;
  std::vector<double> between;  ///< of first, ..., certified - 1

  double at(std::int64_t k) const {
    if (k >= certified) return 1.0;
    return k < first ? 0.0 : between[static_cast<std::size_t>(k - first)];
  }
};

/// E[next.at(k + X)], where X votes in d further draws follow k votes in n draws. The beta-binomial masses
/// are computed by their ratios, from the mode outward until they no longer matter.
double expected_value(const Values& next, const FutilityPrior& prior, std::int64_t k, std::int64_t n,
                      std::int64_t d) {
  const double a = static_cast<double>(k) + prior.votes;
  const double b = static_cast<double>(n - k) + prior.misses;
  const auto draws = static_cast<double>(d);
  constexpr double kNegligible = 1e-12;
  const auto middle = static_cast<std::int64_t>(draws * a / (a + b));
  double mass = 1.0;
  double sum = 1.0;
  double value = next.at(k + middle);
  for (std::int64_t x = middle; x < d && mass > kNegligible; ++x) {
    const auto at = static_cast<double>(x);
    mass *= (draws - at) / (at + 1) * (a + at) / (b + draws - at - 1);
    sum += mass;
    value += mass * next.at(k + x + 1);
  }
  mass = 1.0;
  for (std::int64_t x = middle; x > 0 && mass > kNegligible; --x) {
    const auto at = static_cast<double>(x);
    mass *= at / (draws - at + 1) * (b + draws - at) / (a + at - 1);
    sum += mass;
    value += mass * next.at(k + x - 1);
  }
  return value / sum;
}

}  // namespace

std::vector<std::int64_t> futility_boundary(std::span<const std::int64_t> looks,
                                            std::span<const std::int64_t> certify_at, double worth,
                                            const FutilityPrior& prior) {
  CERTUS_CHECK(!looks.empty() && looks.size() == certify_at.size() && worth > 0);
  std::vector<std::int64_t> give_up(looks.size());
  give_up.back() = certify_at.back() - 1;
  Values next{.first = certify_at.back(), .certified = certify_at.back(), .between = {}};
  for (std::size_t j = looks.size() - 1; j-- > 0;) {
    const std::int64_t d = looks[j + 1] - looks[j];
    Values here{.first = certify_at[j], .certified = certify_at[j], .between = {}};
    for (std::int64_t k = std::min(certify_at[j] - 1, looks[j]); k >= 0; --k) {
      const double value = expected_value(next, prior, k, looks[j], d) - static_cast<double>(d) / worth;
      if (value <= 0) break;
      here.between.push_back(value);
      here.first = k;
    }
    std::reverse(here.between.begin(), here.between.end());
    give_up[j] = here.first - 1;
    here.certified = here.first + static_cast<std::int64_t>(here.between.size());
    next = std::move(here);
  }
  return give_up;
}

}  // namespace certus
