#include "certus/stats/vote_walk.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr double kDropped = 1e-30;

/// Masses of Bin(n, p) around the mode, down to kDropped times the largest, summing to 1. Computed by ratios
/// alone, so that no error of a logarithm enters.
std::vector<double> binomial_masses(std::int64_t n, Probability p, std::int64_t& first) {
  if (p.p <= 0.0 || p.q <= 0.0) {
    first = p.p <= 0.0 ? 0 : n;
    return {1.0};
  }
  const double odds = p.p / p.q;
  const auto mode = std::min(n, static_cast<std::int64_t>(static_cast<double>(n + 1) * p.p));
  std::vector<double> masses{1.0};
  for (std::int64_t k = mode; k > 0 && masses.back() > kDropped; --k) {
    masses.push_back(masses.back() * static_cast<double>(k) / (odds * static_cast<double>(n - k + 1)));
  }
  std::reverse(masses.begin(), masses.end());
  first = mode - static_cast<std::int64_t>(masses.size()) + 1;
  for (std::int64_t k = mode; k < n && masses.back() > kDropped; ++k) {
    masses.push_back(masses.back() * odds * static_cast<double>(n - k) / static_cast<double>(k + 1));
  }
  const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& mass : masses) mass /= sum;
  return masses;
}

constexpr std::size_t kRows = 4;  // of weights at a time, so that each sum is loaded and stored once for them

/// Four neighbours, wherever they lie.
using Four = double __attribute__((vector_size(32), aligned(8)));

/// sums[i] += weights[0] values[i] + ... + weights[3] values[i - 3] for i in [3, size), each added in this
/// order, so that blocks and vectors change no digit.
inline __attribute__((always_inline)) void add_four_rows(const double* weights, const double* values,
                                                         std::size_t size, double* sums) {
  std::size_t i = kRows - 1;
  for (; i + 4 <= size; i += 4) {
    Four sum = *reinterpret_cast<const Four*>(sums + i);
    for (std::size_t row = 0; row < kRows; ++row)
      sum += weights[row] * *reinterpret_cast<const Four*>(values + i - row);
    *reinterpret_cast<Four*>(sums + i) = sum;
  }
  for (; i < size; ++i) {
    for (std::size_t row = 0; row < kRows; ++row) sums[i] += weights[row] * values[i - row];
  }
}

void add_four_rows_anywhere(const double* weights, const double* values, std::size_t size, double* sums) {
  add_four_rows(weights, values, size, sums);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) void add_four_rows_avx2(const double* weights, const double* values,
                                                        std::size_t size, double* sums) {
  add_four_rows(weights, values, size, sums);
}
#endif

using AddFourRows = void (*)(const double*, const double*, std::size_t, double*);
AddFourRows fastest_add_four_rows() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0) return add_four_rows_avx2;
#endif
  return add_four_rows_anywhere;
}

/// sums[i + j] += weights[i] values[j], for each sum in the order of the weights.
void add_products(const std::vector<double>& weights, const std::vector<double>& values,
                  std::vector<double>& sums) {
  static const AddFourRows add_middle = fastest_add_four_rows();
  const std::size_t size = values.size();
  std::size_t i = 0;
  for (; size >= kRows && i + kRows <= weights.size(); i += kRows) {
    double* const out = sums.data() + i;
    const double* const weight = weights.data() + i;
    // Both ends of the rows, which not all four reach.
    for (std::size_t at = 0; at + 1 < kRows; ++at) {
      for (std::size_t row = 0; row <= at; ++row) out[at] += weight[row] * values[at - row];
    }
    add_middle(weight, values.data(), size, out);
    for (std::size_t at = size; at < size + kRows - 1; ++at) {
      for (std::size_t row = at - size + 1; row < kRows; ++row) out[at] += weight[row] * values[at - row];
    }
  }
  for (; i < weights.size(); ++i) {
    for (std::size_t j = 0; j < size; ++j) sums[i + j] += weights[i] * values[j];
  }
}

}  // namespace

VoteWalk::VoteWalk(Probability p) : p_(p), masses_{1.0} {}

void VoteWalk::draw(std::int64_t draws) {
  CERTUS_CHECK(draws >= 0);
  draws_ += draws;
  if (masses_.empty()) return;
  if (draws != step_draws_ || step_masses_.empty()) {
    step_masses_ = binomial_masses(draws, p_, step_first_);
    step_draws_ = draws;
  }
  std::vector<double> sums(masses_.size() + step_masses_.size() - 1, 0.0);
  // The longer of the two vectors goes into the inner loop.
  const bool many_paths = masses_.size() > step_masses_.size();
  add_products(many_paths ? step_masses_ : masses_, many_paths ? masses_ : step_masses_, sums);
  const auto counts = [](double mass) { return mass >= kDropped; };
  const auto begin = std::find_if(sums.begin(), sums.end(), counts);
  const auto end = std::find_if(sums.rbegin(), std::make_reverse_iterator(begin), counts).base();
  first_ += step_first_ + (begin - sums.begin());
  masses_.assign(begin, end);
}

double VoteWalk::take_from(std::int64_t k) {
  const auto kept = std::clamp<std::int64_t>(k - first_, 0, std::ssize(masses_));
  const double taken = std::accumulate(masses_.begin() + kept, masses_.end(), 0.0);
  masses_.resize(static_cast<std::size_t>(kept));
  return taken;
}

double VoteWalk::take_up_to(std::int64_t k) {
  const auto dropped = std::clamp<std::int64_t>(k + 1 - first_, 0, std::ssize(masses_));
  const double taken = std::accumulate(masses_.begin(), masses_.begin() + dropped, 0.0);
  masses_.erase(masses_.begin(), masses_.begin() + dropped);
  first_ += dropped;
  return taken;
}

double VoteWalk::move_from(std::int64_t k, VoteWalk& other) {
  CERTUS_CHECK(other.draws_ == draws_);
  const auto kept = std::clamp<std::int64_t>(k - first_, 0, std::ssize(masses_));
  if (kept == std::ssize(masses_)) return 0.0;
  const std::int64_t from = first_ + kept;
  if (other.masses_.empty()) other.first_ = from;
  const std::int64_t begin = std::min(from, other.first_);
  const std::int64_t end = std::max(first_ + std::ssize(masses_), other.first_ + std::ssize(other.masses_));
  other.masses_.insert(other.masses_.begin(), static_cast<std::size_t>(other.first_ - begin), 0.0);
  other.masses_.resize(static_cast<std::size_t>(end - begin), 0.0);
  other.first_ = begin;
  for (std::int64_t i = kept; i < std::ssize(masses_); ++i) {
    other.masses_[static_cast<std::size_t>(first_ + i - begin)] += masses_[static_cast<std::size_t>(i)];
  }
  return take_from(k);
}

double VoteWalk::probability() const {
  return std::accumulate(masses_.begin(), masses_.end(), 0.0);
}

double chance_of_reaching(std::span<const std::int64_t> looks, std::span<const std::int64_t> counts,
                          Probability p) {
  CERTUS_CHECK(looks.size() == counts.size());
  VoteWalk walk(p);
  double reached = 0;
  for (std::size_t j = 0; j < looks.size(); ++j) {
    walk.draw(looks[j] - walk.draws());
    reached += walk.take_from(counts[j]);
  }
  return reached;
}

}  // namespace certus
