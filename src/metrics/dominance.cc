#include "certus/metrics/dominance.h"

#include <algorithm>
#include <iterator>

#include "certus/base/error.h"

namespace certus {

std::string relation_text(Relation relation) {
  switch (relation) {
    case Relation::kBetter:
      return "better";
    case Relation::kWorse:
      return "worse";
    case Relation::kEqual:
      return "equal";
    case Relation::kCrosses:
      return "crosses";
  }
  return "";
}

std::vector<double> joint_steps(const PaDistribution& a, const PaDistribution& b) {
  const auto above_half = [](const PaDistribution& distribution) {
    const std::vector<double>& shares = distribution.shares();
    return std::span(std::upper_bound(shares.begin(), shares.end(), 0.5), shares.end());
  };
  const auto steps_a = above_half(a);
  const auto steps_b = above_half(b);
  std::vector<double> steps{0.5};
  steps.reserve(1 + steps_a.size() + steps_b.size());
  std::set_union(steps_a.begin(), steps_a.end(), steps_b.begin(), steps_b.end(), std::back_inserter(steps));
  return steps;
}

Relation relation_between(const PaDistribution& a, const PaDistribution& b) {
  CERTUS_CHECK(a.images() > 0 && b.images() > 0);
  const std::vector<double>& shares_a = a.shares();
  const std::vector<double>& shares_b = b.shares();
  const auto from_half = [](const std::vector<double>& shares) {
    return static_cast<std::size_t>(std::lower_bound(shares.begin(), shares.end(), 0.5) - shares.begin());
  };
  std::size_t i = from_half(shares_a);
  std::size_t j = from_half(shares_b);
  std::int64_t images_a = a.images_at_least(0.5);
  std::int64_t images_b = b.images_at_least(0.5);
  bool a_led = false;
  bool b_led = false;
  for (;;) {
    const std::int64_t lead = images_a * b.images() - images_b * a.images();
    a_led = a_led || lead > 0;
    b_led = b_led || lead < 0;
    if (a_led && b_led) return Relation::kCrosses;
    const bool more_a = i < shares_a.size();
    const bool more_b = j < shares_b.size();
    if (!more_a && !more_b) break;
    // Beyond the next step its images are no longer among those that have at least so much.
    const bool step_a = more_a && (!more_b || shares_a[i] <= shares_b[j]);
    const bool step_b = more_b && (!more_a || shares_b[j] <= shares_a[i]);
    if (step_a) images_a -= a.groups()[i++].images;
    if (step_b) images_b -= b.groups()[j++].images;
  }
  return a_led ? Relation::kBetter : b_led ? Relation::kWorse : Relation::kEqual;
}

Dominance compare_distributions(const PaDistribution& a, const PaDistribution& b,
                                std::span<const double> grid) {
  CERTUS_CHECK(!grid.empty() && a.images() > 0 && b.images() > 0);
  Dominance result;
  int leader = 0;     // +1: A was ahead last, -1: B
  int last_sign = 0;  // of the point before, 0 for a tie
  double before = grid.front();
  PaDistribution::RisingView view_a(a);
  PaDistribution::RisingView view_b(b);
  for (const double p : grid) {
    const std::int64_t images_a = view_a.images_at_least(p);
    const std::int64_t images_b = view_b.images_at_least(p);
    const double difference = static_cast<double>(images_a) / static_cast<double>(a.images()) -
                              static_cast<double>(images_b) / static_cast<double>(b.images());
    // Shares of different numbers of images are compared in whole images, so that no rounding makes a lead.
    const std::int64_t lead = images_a * b.images() - images_b * a.images();
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
