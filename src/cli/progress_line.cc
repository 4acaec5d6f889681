#include "certus/cli/progress_line.h"

#include <unistd.h>

#include <cstdio>

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
  std::fprintf(stderr, on_terminal_ ? "\r%s\033[K" : "%s\n", text.c_str());
  last_ = clock_.seconds();
  visible_ = on_terminal_;
}

void ProgressLine::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

}  // namespace certus::cli
