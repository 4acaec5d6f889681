#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "certus/procedure/radius_decision.h"
#include "certus/stats/keyed_random.h"
#include "certus/stats/vote_walk.h"

namespace certus::test {

/// Draws votes from look to look for one p, by looking a uniform number up in the binomial distribution of
/// each step: fast enough for millions of looks.
class VoteSampler {
 public:
  VoteSampler(std::span<const std::int64_t> looks, Probability p) {
    std::int64_t drawn = 0;
    for (const std::int64_t look : looks) {
      VoteWalk step(p);
      step.draw(look - drawn);
      drawn = look;
      Step& table = steps_.emplace_back();
      table.first = step.first();
      double sum = 0;
      for (const double mass : step.masses()) table.cumulative.push_back(sum += mass);
    }
  }

  /// Votes among the draws from look j - 1 to look j.
  std::int64_t votes(std::size_t j, double u) const {
    const Step& step = steps_[j];
    const auto at = std::lower_bound(step.cumulative.begin(), step.cumulative.end() - 1, u);
    return step.first + (at - step.cumulative.begin());
  }

 private:
  struct Step {
    std::int64_t first = 0;
    std::vector<double> cumulative;
  };
  std::vector<Step> steps_;
};

/// One image of the sampler's p, decided by the table; `image` names its draws.
inline RadiusDecision simulate_decision(const DecisionTable& table, const VoteSampler& sampler,
                                        std::uint64_t seed, std::uint64_t image) {
  RadiusDecision decision(table);
  for (std::size_t j = 0; decision.wanted() > 0; ++j) {
    decision.add(sampler.votes(j, keyed_uniform(seed, j, image)), decision.wanted());
  }
  return decision;
}

}  // namespace certus::test
