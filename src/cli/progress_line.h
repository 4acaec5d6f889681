#pragma once

#include <string>

#include "certus/base/clock.h"

namespace certus::cli {

/// News of long work on standard error: on a terminal one line that is rewritten, at most five times a
/// second; elsewhere a plain line now and then.
class ProgressLine {
 public:
  /// @param plain_seconds  least time between plain lines
  explicit ProgressLine(double plain_seconds);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether it is time for another line; making its text can wait until then.
  bool is_due() const;
  void show(const std::string& text);
  /// Clears the line, so that other output begins at the margin.
  void clear();

 private:
  SteadyClock clock_;
  bool on_terminal_;
  double interval_;
  double last_;
  bool visible_ = false;
};

}  // namespace certus::cli
