#include "certus/metrics/decision_cost.h"

#include <algorithm>
#include <map>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"
#include "certus/stats/decision_outlook.h"
#include "certus/stats/least_draws.h"

namespace certus {
namespace {

/// Images by votes of their chosen class.
struct VoteGroup {
  std::int64_t images = 0;
  std::int64_t correct = 0;
};

/// The middle one of the votes whose radius lies in the range.
std::int64_t middle_votes(const UnroundedRange& range, const Budget& budget) {
  const std::int64_t least = k_min(range.low, budget).value_or(budget.n);
  std::int64_t most = k_min(range.high, budget).value_or(budget.n);
  if (most > least && certified_radius(most, budget) > range.high) --most;
  return least + (most - least) / 2;
}

std::map<std::int64_t, VoteGroup> group_by_votes(const CertificationLog& log, const Budget& source) {
  const std::int64_t abstaining = k_min(0.0, source).value_or(source.n + 1) - 1;
  std::map<double, std::int64_t> votes_of_radius;
  const auto recovered = [&](std::size_t row) {
    const auto [entry, is_new] = votes_of_radius.try_emplace(log.radius[row], 0);
    if (is_new) entry->second = middle_votes(log.radius_range(row), source);
    return entry->second;
  };
  std::map<std::int64_t, VoteGroup> groups;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    const std::int64_t votes = log.is_abstained(row)      ? abstaining
                               : log.chosen_votes.empty() ? recovered(row)
                                                          : log.chosen_votes[row];
    VoteGroup& group = groups[votes];
    ++group.images;
    group.correct += log.is_correct(row) ? 1 : 0;
  }
  return groups;
}

}  // namespace

DecisionCost decision_cost(const CertificationLog& log, const Budget& source, const DecisionTable& table) {
  CERTUS_CHECK(log.rows() > 0 && log.has_radii());
  DecisionCost cost;
  const Budget& budget = table.params().budget;
  std::vector<std::int64_t> fixed_count;
  for (const double r : table.radii()) {
    cost.radii.push_back({.radius = r});
    fixed_count.push_back(*k_min(r, budget));
  }
  const auto images = static_cast<double>(log.rows());
  for (const auto& [votes, group] : group_by_votes(log, source)) {
    const auto n = static_cast<double>(source.n);
    const Probability p{static_cast<double>(votes) / n, static_cast<double>(source.n - votes) / n};
    const DecisionOutlook outlook = decision_outlook(table, p);
    const double share_of_images = static_cast<double>(group.images) / images;
    cost.mean_draws += outlook.mean_draws * share_of_images;
    double most = 0.0;
    for (DecisionCost::Radius& at : cost.radii) {
      const auto i = static_cast<std::size_t>(&at - cost.radii.data());
      const double least =
          least_mean_draws(p, radius_threshold(at.radius, budget.sigma), outlook.certified[i], budget.alpha);
      at.least_draws += least * share_of_images;
      most = std::max(most, least);
    }
    cost.least_draws += most * share_of_images;
    if (group.correct == 0) continue;
    const double share = static_cast<double>(group.correct) / images;
    for (std::size_t i = 0; i < cost.radii.size(); ++i) {
      DecisionCost::Radius& at = cost.radii[i];
      at.accuracy += share * outlook.certified[i];
      at.fixed_accuracy += share * saturating_upper_tail(fixed_count[i], budget.n, p);
    }
  }
  return cost;
}

}  // namespace certus
