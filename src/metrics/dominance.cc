#include "certus/metrics/dominance.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

std::vector<double> joint_steps(const PaDistribution& a, const PaDistribution& b) {
  std::vector<double> steps{0.5};
  for (const PaDistribution* distribution : {&a, &b}) {
    for (const auto& group : distribution->groups()) {
      const double p = static_cast<double>(group.votes) / static_cast<double>(distribution->n());
      if (p > 0.5) steps.push_back(p);
    }
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

Dominance compare_distributions(const PaDistribution& a, const PaDistribution& b,
                                std::span<const double> grid) {
  CERTUS_CHECK(!grid.empty() && a.images() > 0 && b.images() > 0);
  Dominance result;
  int leader = 0;     // +1: A was ahead last, -1: B
  int last_sign = 0;  // of the point before, 0 for a tie
  double before = grid.front();
  for (const double p : grid) {
    const double difference = a.share_at_least(p) - b.share_at_least(p);
    // Shares of different numbers of images are compared in whole images, so that no rounding makes a lead.
    const std::int64_t lead = a.images_at_least(p) * b.images() - b.images_at_least(p) * a.images();
    const int sign = lead > 0 ? 1 : lead < 0 ? -1 : 0;
    if (difference > result.largest_lead) {
      result.largest_lead = difference;
      result.lead_at = p;
    }
    if (-difference > result.largest_deficit) {
      result.largest_deficit = -difference;
      result.deficit_at = p;
    }
    if (sign != 0) {
      auto& intervals = sign < 0 ? result.a_below : result.b_below;
      // Between steps the curves are constant: on joint_steps the interval reaches down to the step before.
      if (last_sign == sign)
        intervals.back().to = p;
      else
        intervals.push_back({before, p});
      if (leader != 0 && sign != leader) result.crossings.push_back(before);
      leader = sign;
    }
    last_sign = sign;
    before = p;
  }
  if (result.a_below.empty() && result.b_below.empty())
    result.relation = Relation::kEqual;
  else if (result.a_below.empty())
    result.relation = Relation::kBetter;
  else if (result.b_below.empty())
    result.relation = Relation::kWorse;
  else
    result.relation = Relation::kCrosses;
  return result;
}

}  // namespace certus
