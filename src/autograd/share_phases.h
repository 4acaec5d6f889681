#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace certus {

/// [first, last) of what one of several shares takes of `all`.
struct ShareRange {
  std::int64_t first, last;
  std::int64_t size() const { return last - first; }
};
ShareRange share_of(std::int64_t all, int share, int shares);

/// What is done for one share of the work.
using Phase = std::function<void(int share)>;

/// Calls every phase for every share, 0 to shares - 1; no phase begins before all shares are through with the
/// one before.
///
/// Runs on as many threads as OpenMP grants, at most one for a share, and inside a parallel region on the
/// calling thread alone. A share is the same work on whichever thread, so results do not depend on how many
/// there are. What phases call sees one thread of OpenMP. Where calls throw, the rest of the work is left
/// out and one of their exceptions comes back.
void run_in_phases(int shares, const std::vector<Phase>& phases);

}  // namespace certus
