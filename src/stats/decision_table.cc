#include "certus/stats/decision_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/futility_boundary.h"
#include "certus/stats/geometric_looks.h"
#include "certus/stats/normal.h"
#include "certus/stats/spending_boundary.h"

namespace certus {
namespace {

/// How alpha is spent on one radius: nothing is spent before the first look at which votes without a single
/// miss are enough for this share of alpha. This share is spent at that look, and the rest evenly in the
/// logarithm of the draws. Images with p close to 1 are certified at that look; spending more on it would
/// delay all others.
constexpr double kFirstShare = 0.3;

/// The smallest number of draws that certifies with a failure probability of kFirstShare alpha when all
/// draws are votes.
std::int64_t first_certifying_look(Probability p0, const Budget& budget) {
  const double draws = std::log(kFirstShare * budget.alpha) / std::log1p(-p0.q);
  return draws < static_cast<double>(budget.n) ? static_cast<std::int64_t>(std::ceil(draws)) : budget.n;
}

std::vector<double> spending(std::span<const std::int64_t> looks, std::int64_t first, const Budget& budget) {
  std::vector<double> spent;
  for (const std::int64_t look : looks) {
    const double elapsed = std::log(static_cast<double>(look) / static_cast<double>(first)) /
                           std::log(static_cast<double>(budget.n) / static_cast<double>(first));
    spent.push_back(look >= budget.n ? budget.alpha
                    : look < first   ? 0.0
                                     : budget.alpha * (kFirstShare + (1 - kFirstShare) * elapsed));
  }
  return spent;
}

void check_params(const DecisionParams& params) {
  const Budget& budget = params.budget;
  check_budget(budget);
  if (budget.n > 10'000'000) {
    fail(ErrorKind::kConfig, "n is ", budget.n, ": decisions at radii take at most 10000000 votes per image");
  }
  if (!(params.worth >= 0.0)) {
    fail(ErrorKind::kConfig, "a certificate is worth ", params.worth, " draws, expected a positive number");
  }
  if (params.radii.empty()) fail(ErrorKind::kConfig, "no radius to decide at was given");
  for (std::size_t i = 0; i < params.radii.size(); ++i) {
    const double r = params.radii[i];
    if (!(r >= 0.0) || (i > 0 && !(r > params.radii[i - 1]))) {
      fail(ErrorKind::kConfig, "radius ", r, " to decide at: expected radii from 0 on, each above the last");
    }
    const auto least = least_samples_for_radius(r, budget);
    if (!least || *least > budget.n) {
      fail(ErrorKind::kConfig, "radius ", r, " is out of reach: at sigma = ", budget.sigma,
           " and alpha = ", budget.alpha, ' ', budget.n, " votes certify at most ",
           largest_radius(budget).value_or(0.0));
    }
  }
}

}  // namespace

std::string_view boundary_name(DecisionBoundary boundary) {
  return boundary == DecisionBoundary::kSpending ? "spending" : "mixture";
}

std::optional<DecisionBoundary> boundary_of_name(std::string_view name) {
  for (const auto boundary : {DecisionBoundary::kSpending, DecisionBoundary::kMixture}) {
    if (name == boundary_name(boundary)) return boundary;
  }
  return std::nullopt;
}

Probability radius_threshold(double r, double sigma) {
  const double t = r / sigma;
  const Probability p0 = normal_probability(t);
  // An error of half a unit in t changes the tail by less than (t^2 + 1) / 2 units; the other units cover the
  // evaluation of the tail itself.
  const double up = (8 + t * t) * std::numeric_limits<double>::epsilon();
  return {std::min(1.0, p0.p * (1 + up)), p0.q * (1 - up)};
}

DecisionTable::DecisionTable(const DecisionParams& params) : params_(params) {
  check_params(params_);
  const Budget& budget = params_.budget;
  if (params_.worth == 0.0) params_.worth = static_cast<double>(budget.n);

  std::vector<Probability> thresholds;
  std::vector<std::int64_t> first;
  for (const double r : radii()) {
    thresholds.push_back(radius_threshold(r, budget.sigma));
    first.push_back(first_certifying_look(thresholds.back(), budget));
  }
  // Looks before the first one that can certify serve only for giving up: they cost no alpha.
  looks_ = geometric_looks(budget.n, params_.growth);
  looks_.insert(looks_.end(), first.begin(), first.end());
  std::sort(looks_.begin(), looks_.end());
  looks_.erase(std::unique(looks_.begin(), looks_.end()), looks_.end());

  certify_at_.resize(looks_.size() * radii().size());
  give_up_at_.resize(certify_at_.size());
  for (std::size_t i = 0; i < radii().size(); ++i) {
    std::vector<std::int64_t> certify;
    if (params_.boundary == DecisionBoundary::kSpending) {
      certify = spending_boundary(thresholds[i], looks_, spending(looks_, first[i], budget));
    } else {
      const ConfidenceSequence sequence(budget.alpha);
      for (const std::int64_t look : looks_) {
        certify.push_back(sequence.least_count_above(thresholds[i], look));
      }
    }
    // Nested claims need counts that rise with the radius; asking for more votes is always allowed.
    for (std::size_t j = 0; i > 0 && j < looks_.size(); ++j) {
      certify[j] = std::max(certify[j], certify_at(j, i - 1));
    }
    const std::vector<std::int64_t> give_up = futility_boundary(looks_, certify, params_.worth);
    for (std::size_t j = 0; j < looks_.size(); ++j) {
      certify_at_[j * radii().size() + i] = certify[j];
      give_up_at_[j * radii().size() + i] = give_up[j];
    }
  }
  // As long as continuing is worthwhile for a radius, it is worthwhile for the smaller ones.
  for (std::size_t j = 0; j < looks_.size(); ++j) {
    for (std::size_t i = radii().size() - 1; i-- > 0;) {
      std::int64_t& here = give_up_at_[j * radii().size() + i];
      here = std::min(here, give_up_at(j, i + 1));
    }
  }
}

std::size_t DecisionTable::certified(std::size_t j, std::int64_t votes) const {
  std::size_t count = 0;
  while (count < radii().size() && votes >= certify_at(j, count)) ++count;
  return count;
}

}  // namespace certus
