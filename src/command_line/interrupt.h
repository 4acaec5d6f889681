#pragma once

#include <atomic>

namespace certus::cli {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP raise `flag` instead of ending the program, so that
/// work can stop where it can be resumed. A second one ends it at once. Signals that the program was started
/// to ignore (nohup) stay ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  std::atomic<bool>* flag();
};

/// Exit code of interrupted work.
inline constexpr int kInterrupted = 130;

}  // namespace certus::cli
