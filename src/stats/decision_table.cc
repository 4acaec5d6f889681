#include "certus/stats/decision_table.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/thread_pool.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/futility_boundary.h"
#include "certus/stats/geometric_looks.h"
#include "certus/stats/normal.h"
#include "certus/stats/one_sided_mixture.h"
#include "certus/stats/spending_boundary.h"

namespace certus {
namespace {

/// The budget up to first_n, without the reserve.
Budget first_budget(const DecisionParams& params) {
  Budget budget = params.budget;
  if (params.reserve > 0.0) {
    budget.n = params.first_n;
    budget.alpha *= 1 - params.reserve;
  }
  return budget;
}

/// The smallest number of draws that certifies with a failure probability of first_share alpha when all
/// draws are votes.
std::int64_t first_certifying_look(Probability p0, const DecisionParams& params) {
  const Budget budget = first_budget(params);
  const double draws = std::log(params.first_share * budget.alpha) / std::log1p(-p0.q);
  return draws < static_cast<double>(budget.n) ? static_cast<std::int64_t>(std::ceil(draws)) : budget.n;
}

/// All looks. Those before the first one that can certify serve only for giving up: they cost no alpha.
std::vector<std::int64_t> looks_of(const DecisionParams& params, std::span<const std::int64_t> certifying) {
  const Budget budget = first_budget(params);
  std::vector<std::int64_t> looks = geometric_looks(budget.n, params.growth, params.first_look);
  looks.insert(looks.end(), certifying.begin(), certifying.end());
  const auto most = static_cast<double>(params.budget.n);
  for (double look = static_cast<double>(budget.n) * params.growth; look <= most; look *= params.growth)
    looks.push_back(static_cast<std::int64_t>(look));
  std::sort(looks.begin(), looks.end());
  looks.erase(std::unique(looks.begin(), looks.end()), looks.end());
  return looks;
}

std::vector<double> spending(std::span<const std::int64_t> looks, std::int64_t first,
                             const DecisionParams& params) {
  const Budget budget = first_budget(params);
  const auto first_n = static_cast<double>(budget.n);
  std::vector<double> spent =
      log_spending(looks, static_cast<double>(first), first_n, budget.alpha, params.first_share);
  for (std::size_t j = 0; j < looks.size(); ++j) {
    if (looks[j] > budget.n)
      spent[j] = params.budget.alpha * (1 - params.reserve * (first_n / static_cast<double>(looks[j])));
  }
  return spent;
}

std::vector<std::int64_t> mixture_boundary(Probability p0, std::span<const std::int64_t> looks,
                                           const DecisionParams& params) {
  const OneSidedMixture one_sided(p0, params.budget.alpha);
  const ConfidenceSequence two_sided(params.budget.alpha);
  std::vector<std::int64_t> least;
  for (const std::int64_t look : looks) {
    least.push_back(params.boundary == DecisionBoundary::kMixture ? one_sided.least_count(look)
                                                                  : two_sided.least_count_above(p0, look));
  }
  return least;
}

/// Runs task(0), ..., task(count - 1), as many at once as there are cores.
void for_each_at_once(std::size_t count, const std::function<void(std::size_t)>& task) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  ThreadPool pool(static_cast<int>(std::min(count, cores)));
  std::atomic<std::size_t> next = 0;
  pool.run([&](int) {
    for (std::size_t i = next++; i < count; i = next++) task(i);
  });
}

void check_params(const DecisionParams& params) {
  const Budget& budget = params.budget;
  check_budget(budget);
  if (budget.n > 10'000'000) {
    fail(ErrorKind::kConfig, "n is ", budget.n, ": decisions at radii take at most 10000000 votes per image");
  }
  check_worth_and_share(params.worth, params.first_share);
  if (!(params.prior.votes > 0.0 && params.prior.votes <= 1e6 && params.prior.misses > 0.0 &&
        params.prior.misses <= 1e6)) {
    fail(ErrorKind::kConfig, "the prior of giving up is Beta(", params.prior.votes, ", ", params.prior.misses,
         "), expected two numbers above 0");
  }
  if (!(params.reserve >= 0.0 && params.reserve <= 0.9)) {
    fail(ErrorKind::kConfig, "a share of ", params.reserve,
         " of alpha is kept in reserve, expected one in [0, 0.9]");
  }
  if (params.reserve > 0.0 && params.boundary != DecisionBoundary::kSpending) {
    fail(ErrorKind::kConfig, "a reserve of alpha is for the boundary spending; the mixture needs none");
  }
  if (params.reserve > 0.0 && (params.first_n < 1 || params.first_n > budget.n)) {
    fail(ErrorKind::kConfig, "the first run had n = ", params.first_n, ", expected at most n = ", budget.n);
  }
  check_radii(params.radii, first_budget(params));
}

}  // namespace

void check_worth_and_share(double worth, double first_share) {
  if (!(worth >= 0.0)) {
    fail(ErrorKind::kConfig, "a certificate is worth ", worth, " draws, expected a positive number");
  }
  if (!(first_share > 0.0 && first_share <= 1.0)) {
    fail(ErrorKind::kConfig, "the first look spends a share of ", first_share,
         " of alpha, expected one in (0, 1]");
  }
}

void check_radii(const std::vector<double>& radii, const Budget& reach) {
  if (radii.empty()) fail(ErrorKind::kConfig, "no radius to decide at was given");
  constexpr std::size_t kMostRadii = 1000;
  if (radii.size() > kMostRadii) {
    fail(ErrorKind::kConfig, radii.size(), " radii to decide at, expected at most ", kMostRadii,
         "; each has a table of its own, and one in between adds nothing that could be seen");
  }
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const double r = radii[i];
    if (!(r >= 0.0) || (i > 0 && !(r > radii[i - 1]))) {
      fail(ErrorKind::kConfig, "radius ", r, " to decide at: expected radii from 0 on, each above the last");
    }
    const auto least = least_samples_for_radius(r, reach);
    if (!least || *least > reach.n) {
      fail(ErrorKind::kConfig, "radius ", r, " is out of reach: at sigma = ", reach.sigma,
           " and alpha = ", reach.alpha, ", ", reach.n, " votes certify at most ",
           largest_radius(reach).value_or(0.0));
    }
  }
}

std::string_view boundary_name(DecisionBoundary boundary) {
  switch (boundary) {
    case DecisionBoundary::kSpending:
      return "spending";
    case DecisionBoundary::kMixture:
      return "one-sided mixture";
    case DecisionBoundary::kTwoSidedMixture:
      return "mixture";
  }
  CERTUS_CHECK(false);
  return {};
}

std::optional<DecisionBoundary> boundary_of_name(std::string_view name) {
  for (const auto boundary :
       {DecisionBoundary::kSpending, DecisionBoundary::kMixture, DecisionBoundary::kTwoSidedMixture}) {
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
  if (params_.first_n == 0) params_.first_n = params_.budget.n;
  check_params(params_);
  const Budget& budget = params_.budget;
  if (params_.worth == 0.0) params_.worth = static_cast<double>(budget.n);

  std::vector<Probability> thresholds;
  std::vector<std::int64_t> first;
  for (const double r : radii()) {
    thresholds.push_back(radius_threshold(r, budget.sigma));
    first.push_back(first_certifying_look(thresholds.back(), params_));
  }
  looks_ = looks_of(params_, first);

  std::vector<std::vector<std::int64_t>> certify(radii().size());
  std::vector<std::vector<std::int64_t>> give_up(radii().size());
  for_each_at_once(radii().size(), [&](std::size_t i) {
    certify[i] = params_.boundary == DecisionBoundary::kSpending
                     ? spending_boundary(thresholds[i], looks_, spending(looks_, first[i], params_))
                     : mixture_boundary(thresholds[i], looks_, params_);
  });
  // Nested claims need counts that rise with the radius; asking for more votes is always allowed.
  for (std::size_t i = 1; i < radii().size(); ++i) {
    for (std::size_t j = 0; j < looks_.size(); ++j)
      certify[i][j] = std::max(certify[i][j], certify[i - 1][j]);
  }
  for_each_at_once(radii().size(), [&](std::size_t i) {
    give_up[i] = futility_boundary(looks_, certify[i], params_.worth, params_.prior);
  });
  certify_at_.resize(looks_.size() * radii().size());
  give_up_at_.resize(certify_at_.size());
  for (std::size_t i = 0; i < radii().size(); ++i) {
    for (std::size_t j = 0; j < looks_.size(); ++j) {
      certify_at_[j * radii().size() + i] = certify[i][j];
      give_up_at_[j * radii().size() + i] = give_up[i][j];
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
