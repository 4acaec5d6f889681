#include "certus/command_line/progress_line.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/command_line/print.h"
#include "certus/command_line/waiting_line.h"
#include "certus/record/certification_record.h"

namespace certus::cli {

ProgressLine::ProgressLine(double plain_seconds)
    : on_terminal_(::isatty(STDERR_FILENO) == 1),
      interval_(on_terminal_ ? 0.2 : plain_seconds),
      last_(on_terminal_ ? -1.0 : clock_.seconds()) {}

ProgressLine::~ProgressLine() {
  clear();
}

bool ProgressLine::is_due() const {
  return clock_.seconds() - last_ >= interval_;
}

void ProgressLine::show(const std::string& text) {
  WaitingLine::make_room();
  if (on_terminal_) std::fputc('\r', stderr);
  print_err(text);
  std::fputs(on_terminal_ ? "\033[K" : "\n", stderr);
  last_ = clock_.seconds();
  visible_ = on_terminal_;
}

void ProgressLine::note(const std::string& text) {
  clear();
  print_err(text, '\n');
}

void ProgressLine::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

std::string pace_text(double per_second, const char* what, std::optional<double> seconds_left) {
  const std::string rate = join_text(grouped_text(std::llround(per_second)), ' ', what, "/s");
  return seconds_left ? join_text(rate, ", ", time_text(*seconds_left), " left") : rate;
}

std::string time_text(double seconds) {
  return duration_text(std::round(seconds));
}

}  // namespace certus::cli
