#include "certus/record/votes.h"

#include <algorithm>
#include <numeric>

namespace certus {

int top_class(const Votes& votes) {
  return static_cast<int>(std::max_element(votes.counts.begin(), votes.counts.end()) - votes.counts.begin());
}

std::int64_t runner_up(const Votes& votes, int top) {
  std::int64_t most = 0;
  for (int c = 0; c < static_cast<int>(votes.counts.size()); ++c) {
    if (c != top) most = std::max(most, votes.counts[static_cast<std::size_t>(c)]);
  }
  return most;
}

std::int64_t draws_of(const Votes& votes) {
  return std::accumulate(votes.counts.begin(), votes.counts.end(), votes.non_finite + votes.doubtful);
}

void add_votes(Votes& sum, const Votes& more) {
  sum.counts.resize(more.counts.size());
  for (std::size_t c = 0; c < more.counts.size(); ++c) sum.counts[c] += more.counts[c];
  sum.non_finite += more.non_finite;
  sum.doubtful += more.doubtful;
}

}  // namespace certus
