#include "certus/stats/mixture_bounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "certus/base/error.h"
#include "certus/stats/binomial.h"
#include "certus/stats/small_linear_program.h"

namespace certus {
namespace {

constexpr double kRightAngle = std::numbers::pi / 2.0;

double angle_of(double p) {
  return std::asin(std::sqrt(p));
}

/// p from 0 to 1 in rising order. Binomial scatter is even in the angle asin(sqrt(p)), so cells are too: wide
/// ones everywhere, narrow ones where the chance rises and as far around as the votes scatter.
std::vector<Probability> cell_ends(std::int64_t n, const RisingChance& chance) {
  const double centre = angle_of(chance.centre);
  std::vector<double> angles;
  const auto lay = [&](double low, double high, int cells) {
    for (int i = 0; i <= cells; ++i)
      angles.push_back(std::clamp(low + (high - low) * i / cells, 0.0, kRightAngle));
  };
  constexpr double kReach = 6.0;  // standard deviations
  constexpr double kJump = 1e-12;
  const double scatter = kReach * 0.5 / std::sqrt(static_cast<double>(n));
  const double rise = std::max(kReach * chance.spread, kJump);
  lay(0.0, kRightAngle, 150);
  lay(centre - scatter, centre + scatter, 300);
  lay(centre - rise, centre + rise, chance.spread > 0.0 ? 300 : 2);
  std::sort(angles.begin(), angles.end());
  angles.erase(std::unique(angles.begin(), angles.end()), angles.end());
  std::vector<Probability> ends;
  for (const double angle : angles) {
    const double sine = std::sin(angle);
    const double cosine = std::cos(angle);
    ends.push_back({sine * sine, cosine * cosine});
  }
  ends.front() = {0.0, 1.0};
  ends.back() = {1.0, 0.0};
  return ends;
}

/// The values of a rising function at the ends of all cells.
std::vector<double> at_ends(const std::vector<Probability>& ends,
                            const std::function<double(Probability)>& function) {
  std::vector<double> values;
  for (const Probability& p : ends) values.push_back(function(p));
  return values;
}

/// What is known, and every t_j at the ends of the cells.
struct Problem {
  std::span<const ShareOfVotes> known;
  std::vector<std::vector<double>> tails;
  std::size_t cells = 0;
};

/// Weights of the bounds from above (a_j) and from below (b_j).
struct Weights {
  std::vector<double> above;
  std::vector<double> below;
};

/// Weights that make upper_bound small. `gain` is the most that a function reaches in each cell.
///
/// Mass x_i in cell i gains gain_i. Where the mass does not reach a lower bound, the missing mass costs
/// kDearest per unit, so that the program always has a solution and no weight exceeds kDearest. Written with
/// the excess e_j over the lower bound instead of the missing mass, all limits are positive.
Weights proposed_weights(const Problem& problem, const std::vector<double>& gain) {
  constexpr double kDearest = 100.0;
  const std::size_t bounds = problem.known.size();
  SmallLinearProgram program{.columns = problem.cells + bounds, .gain = gain, .rows = {}, .limits = {}};
  program.gain.resize(program.columns, -kDearest);
  for (const auto& tail : problem.tails) {
    for (std::size_t i = 0; i < problem.cells; ++i) program.gain[i] += kDearest * tail[i + 1];
  }
  for (std::size_t j = 0; j < bounds; ++j) {
    std::vector<double> row(program.columns);
    for (std::size_t i = 0; i < problem.cells; ++i) row[i] = problem.tails[j][i];
    program.rows.push_back(std::move(row));
    program.limits.push_back(problem.known[j].upper);
  }
  for (std::size_t j = 0; j < bounds; ++j) {
    std::vector<double> row(program.columns);
    for (std::size_t i = 0; i < problem.cells; ++i) row[i] = problem.tails[j][i + 1];
    row[problem.cells + j] = -1.0;
    program.rows.push_back(std::move(row));
    program.limits.push_back(problem.known[j].lower);
  }
  std::vector<double> mass(program.columns);
  std::fill_n(mass.begin(), problem.cells, 1.0);
  program.rows.push_back(std::move(mass));
  program.limits.push_back(1.0);

  const std::vector<double> prices = row_prices(program);
  Weights weights;
  for (std::size_t j = 0; j < bounds; ++j) {
    weights.above.push_back(prices[j]);
    weights.below.push_back(std::max(0.0, kDearest - prices[bounds + j]));
  }
  return weights;
}

/// The bound of weak duality: no mean exceeds it, whatever the weights are.
double upper_bound(const Problem& problem, const std::vector<double>& gain, const Weights& weights) {
  double bound = 0.0;
  double total = 1.0;
  for (std::size_t j = 0; j < problem.known.size(); ++j) {
    bound += weights.above[j] * problem.known[j].upper - weights.below[j] * problem.known[j].lower;
    total += weights.above[j] + weights.below[j];
  }
  double supremum = 0.0;
  for (std::size_t i = 0; i < problem.cells; ++i) {
    double most = gain[i];
    for (std::size_t j = 0; j < problem.known.size(); ++j)
      most += weights.below[j] * problem.tails[j][i + 1] - weights.above[j] * problem.tails[j][i];
    supremum = std::max(supremum, most);
  }
  constexpr double kError = 1e-9;  // of tails, 1e-10 at worst, and of these sums
  return bound + supremum + kError * total;
}

double least_upper_bound(const Problem& problem, const std::vector<double>& gain) {
  return upper_bound(problem, gain, proposed_weights(problem, gain));
}

}  // namespace

RisingChance chance_of_votes(std::int64_t k, std::int64_t n) {
  CERTUS_CHECK(k >= 1 && k <= n);
  return {.of = [k, n](Probability p) { return saturating_upper_tail(k, n, p); },
          .centre = static_cast<double>(k) / static_cast<double>(n),
          .spread = 0.5 / std::sqrt(static_cast<double>(n))};
}

RisingChance chance_of_reaching(double p) {
  return {.of = [p](Probability at) { return at.p >= p ? 1.0 : 0.0; }, .centre = p, .spread = 0.0};
}

Interval mean_bounds(std::span<const ShareOfVotes> known, std::int64_t n, const RisingChance& chance) {
  const std::vector<Probability> ends = cell_ends(n, chance);
  Problem problem{.known = known, .tails = {}, .cells = ends.size() - 1};
  for (const ShareOfVotes& share : known) {
    CERTUS_CHECK(share.votes >= 1 && share.votes <= n && share.lower >= 0.0 && share.lower <= share.upper);
    problem.tails.push_back(
        at_ends(ends, [&](Probability p) { return saturating_upper_tail(share.votes, n, p); }));
  }
  const std::vector<double> values = at_ends(ends, chance.of);
  const std::vector<double> most(values.begin() + 1, values.end());
  std::vector<double> least;
  for (std::size_t i = 0; i < problem.cells; ++i) least.push_back(-values[i]);
  return {std::clamp(-least_upper_bound(problem, least) - chance.error, 0.0, 1.0),
          std::clamp(least_upper_bound(problem, most) + chance.error, 0.0, 1.0)};
}

}  // namespace certus
