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
  const std::vector<double>& inner = many_paths ? masses_ : step_masses_;
  const std::vector<double>& outer = many_paths ? step_masses_ : masses_;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    const double weight = outer[i];
    double* out = sums.data() + i;
    for (std::size_t j = 0; j < inner.size(); ++j) out[j] += weight * inner[j];
  }
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
