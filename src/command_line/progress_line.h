#pragma once

#include <optional>
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
  /// Shows what `text` returns, if a line is due.
  template <typename Text>
  void update(const Text& text) {
    if (is_due()) show(text());
  }
  void show(const std::string& text);
  /// Prints a line of its own, which stays.
  void note(const std::string& text);
  /// Clears the line, so that other output begins at the margin.
  void clear();

 private:
  SteadyClock clock_;
  bool on_terminal_;
  double interval_;
  double last_;
  bool visible_ = false;
};

/// "1,234 draws/s, 0:01:10 left"; without the time where it is not known.
std::string pace_text(double per_second, const char* what, std::optional<double> seconds_left);

/// "0:01:10", to the second.
std::string time_text(double seconds);

}  // namespace certus::cli
