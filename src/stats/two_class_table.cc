#include "certus/stats/two_class_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "certus/base/error.h"
#include "certus/stats/decision_table.h"
#include "certus/stats/futility_boundary.h"
#include "certus/stats/geometric_looks.h"
#include "certus/stats/normal.h"
#include "certus/stats/spending_boundary.h"

namespace certus {
namespace {

Budget half_of(Budget budget) {
  budget.alpha /= 2;
  return budget;
}

void check_params(const TwoClassDecisionParams& params) {
  check_budget(params.budget);
  if (params.budget.n > 1'000'000) {
    fail(ErrorKind::kConfig, "n is ", params.budget.n,
         ": decisions from two classes take at most 1000000 votes per image");
  }
  check_worth_and_share(params.worth, params.first_share);
  if (!(params.level_step >= 1.0 / 64 && params.level_step <= 1.0)) {
    fail(ErrorKind::kConfig, "levels are ", params.level_step, " apart, expected a number in [1/64, 1]");
  }
  if (!(params.patience >= 1.0 && params.patience <= 100.0))
    fail(ErrorKind::kConfig, "the patience is ", params.patience, ", expected a number in [1, 100]");
  check_radii(params.radii, half_of(params.budget));
}

/// 2 r / sigma, rounded up to a grid on which differences with the usual levels are exact.
double least_gap(double r, double sigma) {
  return std::ceil(2 * r / sigma * (1 + 2 * std::numeric_limits<double>::epsilon()) * 0x1p20) * 0x1p-20;
}

double density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

/// A quantile of a share of votes: its value and its deviation for a single draw.
struct Quantile {
  Quantile(double votes, double draws) : p(votes / draws), z(normal_quantile(p)) {
    slope = 1 / density(z);
    deviation = slope * std::sqrt(p * (1 - p));
  }
  double p, z, slope = 0.0, deviation = 0.0;
};

}  // namespace

TwoClassTable::TwoClassTable(const TwoClassDecisionParams& params) : params_(params) {
  check_params(params_);
  const auto n = static_cast<double>(params_.budget.n);
  if (params_.worth == 0.0) params_.worth = n;
  const Budget half = half_of(params_.budget);
  const double sigma = params_.budget.sigma, step = params_.level_step;
  const auto first_proof = [&](Probability p) {
    return std::min(n, std::ceil(std::log(params_.first_share * half.alpha) / std::log1p(-p.q)));
  };

  // The largest level that n draws can prove, and so the smallest share of votes for the runner-up.
  const double most = largest_radius({.n = half.n, .alpha = half.alpha, .sigma = 1.0}).value_or(0.0);
  std::map<double, Probability> levels;  // from here on: z and Phi(z), rounded up
  std::vector<std::vector<std::pair<double, double>>> pairs;
  looks_ = geometric_looks(half.n, params_.growth, params_.first_look);
  for (const double r : radii()) {
    const double gap = least_gap(r, sigma);
    std::vector<std::pair<double, double>>& of_radius = pairs.emplace_back();
    for (double a = (std::ceil(gap / 2 / step) - 1) * step; gap - a <= most; a -= step)
      of_radius.emplace_back(a, gap - a);
    for (const auto& [a, b] : of_radius) {
      levels.emplace(a, radius_threshold(a, 1.0));
      levels.emplace(b, radius_threshold(b, 1.0));
    }
    const Probability alone = radius_threshold(gap / 2, 1.0);
    levels.emplace(gap / 2, alone);
    looks_.push_back(static_cast<std::int64_t>(first_proof(alone)));
  }
  std::sort(looks_.begin(), looks_.end());
  looks_.erase(std::unique(looks_.begin(), looks_.end()), looks_.end());

  std::map<double, std::size_t> number;
  for (const auto& [z, p] : levels) {
    const std::size_t level = number.size();
    number.emplace(z, level);
    const std::vector<std::int64_t> counts = spending_boundary(
        p, looks_, log_spending(looks_, first_proof(p), n, half.alpha, params_.first_share));
    for (std::size_t j = 0; j < looks_.size(); ++j) {
      // Asking for more votes is always allowed.
      least_.push_back(level == 0 ? counts[j] : std::max(counts[j], least(level - 1, j)));
    }
  }
  for (std::size_t i = 0; i < radii().size(); ++i) {
    pairs_.push_back({{.chosen = number.at(least_gap(radii()[i], sigma) / 2), .others = kNone}});
    for (const auto& [a, b] : pairs[i])
      pairs_.back().push_back({.chosen = number.at(a), .others = number.at(b)});
  }
}

std::size_t TwoClassTable::certified(std::size_t j, std::int64_t votes, std::int64_t runner_up) const {
  const std::int64_t others = looks_[j] - runner_up;
  for (std::size_t i = radii().size(); i > 0; --i) {
    const bool is_certified = std::any_of(pairs_[i - 1].begin(), pairs_[i - 1].end(), [&](const Pair& pair) {
      return votes >= least(pair.chosen, j) && (pair.others == kNone || others >= least(pair.others, j));
    });
    if (is_certified) return i;
  }
  return 0;
}

bool TwoClassTable::goes_on(std::size_t j, std::int64_t votes, std::int64_t runner_up,
                            std::size_t certified) const {
  if (j + 1 == looks_.size() || certified == radii().size()) return false;
  const auto n = static_cast<double>(looks_[j]);
  const FutilityPrior prior;
  const double sum = n + prior.votes + prior.misses;
  const Quantile a(static_cast<double>(votes) + prior.votes, sum);
  const Quantile b(static_cast<double>(runner_up) + prior.misses, sum);
  const double z = normal_upper_quantile(params_.budget.alpha / 2);
  const double r = radii()[certified] / params_.budget.sigma;
  const double of_both = std::hypot(a.deviation, b.deviation, std::sqrt(2 * a.p * b.p * a.slope * b.slope));
  for (std::size_t later = j + 1; later < looks_.size(); ++later) {
    const auto draws = static_cast<double>(looks_[later]);
    const double scatter = std::sqrt(1 / n - 1 / draws);
    const double alone = (a.z - r - z * a.deviation / std::sqrt(draws)) / (a.deviation * scatter);
    const double both =
        (a.z - b.z - 2 * r - z * (a.deviation + b.deviation) / std::sqrt(draws)) / (of_both * scatter);
    if (normal_cdf(std::max(alone, both)) > (draws - n) / params_.patience / params_.worth) return true;
  }
  return false;
}

}  // namespace certus
