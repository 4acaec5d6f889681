#include "certus/metrics/guaranteed_conversion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "certus/base/error.h"
#include "certus/stats/ecdf_band.h"
#include "certus/stats/mean_chance.h"
#include "certus/stats/mixture_bounds.h"

namespace certus {
namespace {

/// Numbers of votes around the p at which a chance rises, in steps of the angle asin(sqrt(p)) that are as
/// wide as the votes scatter. A chance that rises more slowly than votes scatter needs more of them, and
/// further out. What is proven does not depend on the choice, as long as the votes at hand play no part in
/// it.
std::set<std::int64_t> votes_around(const RisingChance& chance, std::int64_t n) {
  static const std::vector<double> kFew = {-2.0, -1.2, -0.6, 0.0, 0.6, 1.2, 2.0};
  static const std::vector<double> kMany = {-3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0,
                                            0.5,  1.0,  1.5,  2.0,  2.5,  3.0};
  const auto total = static_cast<double>(n);
  const double scatter = 0.5 / std::sqrt(total);
  const double centre = std::asin(std::sqrt(chance.centre));
  std::set<std::int64_t> votes;
  for (const double steps : chance.spread > scatter ? kMany : kFew) {
    const double angle = centre + steps * std::max(scatter, chance.spread);
    const double sine = std::sin(std::clamp(angle, 0.0, std::numbers::pi / 2.0));
    votes.insert(std::clamp<std::int64_t>(std::llround(total * sine * sine), 1, n));
  }
  return votes;
}

PaDistribution::ImageRange images_with(const PaDistribution& p_a, std::int64_t votes) {
  return p_a.range_at_least(static_cast<double>(votes) / static_cast<double>(p_a.n()));
}

/// Bounds for P(p_A >= p) where the shares of votes lie within half_width of the observed ones.
Interval bounds_of_share(const PaDistribution& p_a, double p, double half_width) {
  const RisingChance chance = chance_of_reaching(p);
  const auto images = static_cast<double>(p_a.images());
  std::vector<ShareOfVotes> known;
  for (const std::int64_t votes : votes_around(chance, p_a.n())) {
    const auto count = images_with(p_a, votes);
    known.push_back({votes, std::max(0.0, static_cast<double>(count.least) / images - half_width),
                     std::min(1.0, static_cast<double>(count.most) / images + half_width)});
  }
  return mean_bounds(known, p_a.n(), chance);
}

}  // namespace

Interval guaranteed_mean(const PaDistribution& p_a, const RisingChance& chance, double confidence) {
  CERTUS_CHECK(p_a.has_one_n() && confidence > 0.0 && confidence < 1.0);
  const std::set<std::int64_t> all_votes = votes_around(chance, p_a.n());
  const double alpha = std::min(0.5, (1.0 - confidence) / static_cast<double>(all_votes.size()));
  std::vector<ShareOfVotes> known;
  for (const std::int64_t votes : all_votes) {
    const auto count = images_with(p_a, votes);
    const Interval share = mean_chance_interval(count.least, count.most, p_a.images(), alpha);
    known.push_back({votes, share.lower, share.upper});
  }
  return mean_bounds(known, p_a.n(), chance);
}

Estimate guaranteed_accuracy(const PaDistribution& p_a, double radius, const Budget& target,
                             double confidence) {
  constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
  const auto k = k_min(radius, target);
  if (!k) return {radius, kNoValue, 0.0, 0.0};
  const Interval bounds = guaranteed_mean(p_a, chance_of_votes(*k, target.n), confidence);
  return {radius, kNoValue, bounds.lower, bounds.upper};
}

std::vector<Estimate> p_a_itself(const PaDistribution& p_a, std::span<const double> grid, double confidence) {
  CERTUS_CHECK(p_a.has_one_n() && !grid.empty() && std::is_sorted(grid.begin(), grid.end()));
  const double half_width = ecdf_band_half_width(p_a.images(), 1.0 - confidence);
  constexpr std::size_t kMostSolved = 60;
  const std::size_t step = 1 + (grid.size() - 1) / kMostSolved;
  std::vector<Estimate> curve;
  for (const double p : grid) curve.push_back({p, p_a.share_at_least(p), 0.0, 1.0});
  std::size_t open = 0;  // points before it have their lower end
  for (std::size_t i = 0; open < grid.size(); i = std::min(i + step, grid.size() - 1)) {
    const Interval bounds = bounds_of_share(p_a, grid[i], half_width);
    // The share falls with p: its lower end holds before p as well, its upper end after p.
    for (; open <= i; ++open) curve[open].lower = bounds.lower;
    for (std::size_t k = i; k < std::min(i + step, grid.size()); ++k) curve[k].upper = bounds.upper;
  }
  return curve;
}

}  // namespace certus
