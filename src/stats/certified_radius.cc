#include "certus/stats/certified_radius.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <vector>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"
#include "certus/stats/special_functions.h"

namespace certus {
namespace {

/// What the radius needs to know about a count of votes.
struct SolvedCount {
  Probability bound;
  long double quantile = 0.0L;  ///< of the bound, where that lies in (1/2, 1)
};

SolvedCount solved(Probability bound) {
  const bool has_quantile = bound.q < 0.5 && bound.q > 0.0;
  return {bound, has_quantile ? special::normal_upper_quantile(bound.q) : 0.0L};
}

/// solved(clopper_pearson_lower(k, n, alpha)), remembered for all threads. The logs of one report ask for the
/// same counts of the same budget again and again, and solving one takes about ten microseconds. The
/// remembered values are the solved ones, bit for bit.
SolvedCount known_count(std::int64_t k, std::int64_t n, double alpha) {
  struct Slot {
    std::int64_t k = -1, n = 0;
    double alpha = 0.0;
    SolvedCount value;
  };
  constexpr std::size_t kSlots = std::size_t{1} << 11;
  struct Shelf {
    std::mutex mutex;
    std::vector<Slot> slots;
  };
  static std::array<Shelf, 64> shelves;  // 8 MB when all are used
  // Neighbouring counts of a budget are stored side by side, because searches walk from one to the next. When
  // several counts map to the same slot, the last one is kept.
  constexpr std::size_t kNeighbours = 8;
  const std::size_t budget = static_cast<std::size_t>(n) * 0x9e3779b97f4a7c15U ^ std::hash<double>()(alpha);
  const std::size_t place = budget + static_cast<std::size_t>(k);
  const std::size_t row = place / kNeighbours;
  Shelf& shelf = shelves[row % shelves.size()];
  // The lock is also held while the count is solved: a thread that asks for the same count in the meantime
  // waits for it instead of solving it as well.
  const std::scoped_lock lock(shelf.mutex);
  if (shelf.slots.empty()) shelf.slots.resize(kSlots);
  Slot& slot = shelf.slots[(row / shelves.size() * kNeighbours + place % kNeighbours) % kSlots];
  if (slot.k != k || slot.n != n || slot.alpha != alpha)
    slot = {k, n, alpha, solved(clopper_pearson_lower(k, n, alpha))};
  return slot.value;
}

std::optional<double> radius_of(const SolvedCount& count, double sigma) {
  if (count.bound.q >= 0.5) return std::nullopt;
  if (count.bound.q <= 0.0) return std::numeric_limits<double>::infinity();
  // Sixteen units of long double cover the error of the quantile; the double result is then rounded down.
  constexpr long double kShave = 1 - 16 * std::numeric_limits<long double>::epsilon();
  const long double radius = count.quantile * static_cast<long double>(sigma) * kShave;
  const auto near = static_cast<double>(radius);
  return near > radius ? std::nextafter(near, 0.0) : near;
}

}  // namespace

void check_budget(const Budget& budget) {
  if (budget.n < 1 || budget.n > 1'000'000'000) {
    fail(ErrorKind::kConfig, "n is ", budget.n, ", expected a number of votes in [1, 1000000000]");
  }
  if (!(budget.alpha >= 1e-12 && budget.alpha <= 0.5)) {
    fail(ErrorKind::kConfig, "alpha is ", budget.alpha, ", expected a failure probability in [1e-12, 0.5]");
  }
  if (!(budget.sigma > 0.0 && budget.sigma <= 1e6)) {
    fail(ErrorKind::kConfig, "sigma is ", budget.sigma, ", expected a noise level in (0, 1e6]");
  }
}

std::optional<double> certified_radius(std::int64_t k, const Budget& budget) {
  if (2 * k <= budget.n && budget.alpha <= 0.5) return std::nullopt;  // the bound lies below k/n
  return radius_of(known_count(k, budget.n, budget.alpha), budget.sigma);
}

std::optional<double> radius_of_bound(Probability p_lower, double sigma) {
  return radius_of(solved(p_lower), sigma);
}

std::optional<double> largest_radius(const Budget& budget) {
  return certified_radius(budget.n, budget);
}

std::optional<std::int64_t> k_min(double r, const Budget& budget) {
  const auto reaches = [&](std::int64_t k) {
    const auto radius = certified_radius(k, budget);
    return radius && *radius >= r;
  };
  if (!reaches(budget.n)) return std::nullopt;
  // radius(k) >= r iff P[Bin(n, Phi(r / sigma)) >= k] <= alpha. Start from the normal approximation of that
  // quantile, then widen and bisect on the radius itself, so that the answer agrees with certified_radius.
  const Probability needed = normal_probability(std::max(r, 0.0) / budget.sigma);
  const auto n = static_cast<double>(budget.n);
  const double guess =
      n * needed.p + std::sqrt(n * needed.p * needed.q) * normal_upper_quantile(budget.alpha);
  auto high = static_cast<std::int64_t>(std::clamp(guess, 1.0, n));
  std::int64_t step = 1;
  std::int64_t low = 0;  // does not reach r
  while (!reaches(high)) {
    low = high;
    high = std::min(budget.n, high + step);
    step *= 2;
  }
  step = 1;
  while (low + 1 < high) {
    const std::int64_t below = std::max(low + 1, high - step);
    if (!reaches(below)) {
      low = below;
      break;
    }
    high = below;
    step *= 2;
  }
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (reaches(middle) ? high : low) = middle;
  }
  return high;
}

std::optional<std::int64_t> least_samples_for_radius(double r, const Budget& budget) {
  // alpha^(1/n) >= Phi(r / sigma), with ln Phi taken from the upper tail where Phi is close to 1.
  const double log_phi = std::log1p(-normal_upper_tail(std::max(r, 0.0) / budget.sigma));
  const double needed = std::log(budget.alpha) / log_phi;
  if (!(needed < 1e18)) return std::nullopt;
  auto n = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(needed)));
  if (n > 1'000'000'000) return n;
  // The last unit is decided by the function that will actually be used.
  const auto reaches = [&](std::int64_t samples) {
    const auto radius = largest_radius({.n = samples, .alpha = budget.alpha, .sigma = budget.sigma});
    return radius && *radius >= r;
  };
  while (!reaches(n)) ++n;
  while (n > 1 && reaches(n - 1)) --n;
  return n;
}

}  // namespace certus
