#include "certus/stats/spending_boundary.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/vote_walk.h"

namespace certus {
namespace {

constexpr double kHeldBack = 1e-7;  // ten times the possible error of the walk

}  // namespace

std::vector<std::int64_t> spending_boundary(Probability p0, std::span<const std::int64_t> looks,
                                            std::span<const double> spent) {
  CERTUS_CHECK(looks.size() == spent.size());
  std::vector<std::int64_t> least;
  VoteWalk walk(p0);
  double reached = 0;
  for (std::size_t j = 0; j < looks.size(); ++j) {
    walk.draw(looks[j] - walk.draws());
    const double left = spent[j] * (1 - kHeldBack) - reached;
    const auto masses = walk.masses();
    std::size_t kept = masses.size();
    double tail = 0;
    while (kept > 0 && tail + masses[kept - 1] <= left) tail += masses[--kept];
    // Where no count is affordable: one more than any remaining path can have, at no cost.
    const std::int64_t count = walk.first() + static_cast<std::int64_t>(kept);
    least.push_back(count);
    reached += walk.take_from(count);
  }
  return least;
}

std::vector<double> log_spending(std::span<const std::int64_t> looks, double first, double last, double alpha,
                                 double share) {
  std::vector<double> spent;
  for (const std::int64_t look : looks) {
    const auto draws = static_cast<double>(look);
    const double elapsed = std::log(draws / first) / std::log(last / first);
    spent.push_back(draws >= last ? alpha : draws < first ? 0.0 : alpha * (share + (1 - share) * elapsed));
  }
  return spent;
}

}  // namespace certus
