#pragma once

#include <string>

#include "certus/record/load_log.h"
#include "support/logs.h"

namespace certus::test {

/// A log of known budget: images with these votes for their label of n = 1000 at alpha 0.001, certified as
/// their votes say.
inline LoadedLog loaded_votes(const std::string& path, double sigma, const std::vector<std::int64_t>& votes) {
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = sigma};
  LoadedLog loaded{.log = log_of_votes(votes, budget.n, *k_min(0.0, budget)),
                   .manifest = {},
                   .sigma = {.value = sigma, .source = Source::kOption},
                   .n = {.value = budget.n, .source = Source::kOption},
                   .alpha = {.value = budget.alpha, .source = Source::kOption},
                   .notes = {}};
  loaded.log.path = path;
  for (std::size_t i = 0; i < votes.size(); ++i)
    loaded.log.radius[i] = certified_radius(votes[i], budget).value_or(0.0);
  return loaded;
}

}  // namespace certus::test
