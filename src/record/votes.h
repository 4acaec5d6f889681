#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// Votes of the base classifier under noise. The smoothed classifier g is the class with the largest
/// probability of a vote. Draws that vote for no class lower every share and never win.
struct Votes {
  std::vector<std::int64_t> counts;  ///< by class
  std::int64_t non_finite = 0;       ///< draws with a non-finite logit: for no class
  std::int64_t doubtful = 0;  ///< draws that may have been for any class: they count against every claim
  friend bool operator==(const Votes&, const Votes&) = default;
};

/// The class with the most votes; the first one if several have equally many.
int top_class(const Votes& votes);

/// The largest number of votes of any class other than `top`.
std::int64_t runner_up(const Votes& votes, int top);

/// The total number of draws.
std::int64_t draws_of(const Votes& votes);

/// Adds the votes of further draws, over the same number of classes.
void add_votes(Votes& sum, const Votes& more);

}  // namespace certus
