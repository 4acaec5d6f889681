#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace certus {

/// The range [first, last) of `all` that one of several shares takes.
struct ShareRange {
  std::int64_t first, last;
  std::int64_t size() const { return last - first; }
};
ShareRange share_of(std::int64_t all, int share, int shares);

/// What is done for one share of the work.
using Phase = std::function<void(int share)>;

/// Calls every phase for every share, 0 to shares - 1; no phase begins before all shares have finished
/// the one before.
///
/// Runs on as many threads as OpenMP grants, at most one per share. Inside a parallel region it runs on the
/// calling thread alone. A share is the same work on any thread, so results do not depend on how many threads
/// there are. Code that phases call sees one thread of OpenMP. When calls throw, the rest of the work is left
/// out and one of their exceptions is thrown to the caller.
void run_in_phases(int shares, const std::vector<Phase>& phases);

}  // namespace certus
