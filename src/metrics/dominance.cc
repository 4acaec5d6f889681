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

namespace {

/// Which of the two was ahead somewhere.
struct Leaders {
  bool a = false;
  bool b = false;
  void count(std::int64_t lead) {
    a = a || lead > 0;
    b = b || lead < 0;
  }
  bool both() const { return a && b; }
};

}  // namespace

Relation relation_between(const PaDistribution& a, const PaDistribution& b) {
  CERTUS_CHECK(a.images() > 0 && b.images() > 0);
  const auto lead = [&](std::int64_t images_a, std::int64_t images_b) {
    return images_a * b.images() - images_b * a.images();
  };
  const auto& milestones_a = a.milestones();
  const auto& milestones_b = b.milestones();
  Leaders led;
  for (std::size_t i = 0; i < milestones_a.size(); ++i)
    led.count(lead(milestones_a[i].images, milestones_b[i].images));
  // Between two milestones each curve falls from its value at the first to its value at the second. Where
  // even the least value of one curve is no less than the largest of the other, it is enough to know who is
  // ahead at the milestones; elsewhere every step counts.
  for (std::size_t i = 0; i + 1 < milestones_a.size() && !led.both(); ++i) {
    const auto &begin_a = milestones_a[i], &end_a = milestones_a[i + 1];
    const auto &begin_b = milestones_b[i], &end_b = milestones_b[i + 1];
    const bool a_holds = lead(end_a.images, begin_b.images) >= 0;
    const bool b_holds = lead(begin_a.images, end_b.images) <= 0;
    if ((a_holds && led.a) || (b_holds && led.b) || (a_holds && b_holds)) continue;
    std::int64_t images_a = begin_a.images;
    std::int64_t images_b = begin_b.images;
    for (std::size_t k = begin_a.group, m = begin_b.group; k < end_a.group || m < end_b.group;) {
      const bool more_a = k < end_a.group;
      const bool more_b = m < end_b.group;
      // Beyond the next step, its images are no longer among those that have at least that share.
      const bool step_a = more_a && (!more_b || a.shares()[k] <= b.shares()[m]);
      const bool step_b = more_b && (!more_a || b.shares()[m] <= a.shares()[k]);
      if (step_a) images_a -= a.groups()[k++].images;
      if (step_b) images_b -= b.groups()[m++].images;
      led.count(lead(images_a, images_b));
    }
  }
  return led.both() ? Relation::kCrosses
         : led.a    ? Relation::kBetter
         : led.b    ? Relation::kWorse
                    : Relation::kEqual;
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
