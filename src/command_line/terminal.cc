#include "certus/command_line/terminal.h"

#include <sys/ioctl.h>

#include <algorithm>

#include "certus/base/utf8.h"
#include "certus/base/wrapped_text.h"
#include "certus/command_line/print.h"

namespace certus::cli {

std::size_t output_columns(int descriptor) {
  constexpr std::size_t kUsual = 100, kLeast = 40;
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUsual;
  return std::max<std::size_t>(kLeast, size.ws_col);
}

void print_sentence(const std::string& text) {
  print_out(wrapped_text(one_line(text), output_columns(), {.others = 2}));
}

}  // namespace certus::cli
