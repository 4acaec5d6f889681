#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "certus/base/clock.h"

namespace certus::cli {

/// While it lives, work that says nothing for two seconds (elsewhere than on a terminal: for a minute) shows
/// on standard error that it goes on, and for how long. There is one at a time, of the program.
class WaitingLine {
 public:
  WaitingLine();
  ~WaitingLine();
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;

  /// The program says something itself, or begins to: the line is cleared, and the silence begins again.
  static void make_room();

 private:
  void watch();
  void clear();  ///< with the lock

  SteadyClock clock_;
  bool on_terminal_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  bool visible_ = false;
  double started_;
  double said_;  ///< when something was shown last
  std::thread thread_;
};

}  // namespace certus::cli
