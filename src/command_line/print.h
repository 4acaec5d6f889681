#pragma once

#include <cstdio>
#include <string_view>

#include "certus/base/error.h"
#include "certus/base/utf8.h"
#include "certus/command_line/waiting_line.h"

namespace certus::cli {

/// Everything that people see comes through here: names in it, which files and folders decide, must not steer
/// a terminal (visible_text).
inline void print_to(std::FILE* stream, std::string_view text) {
  WaitingLine::make_room();
  const std::string shown = visible_text(text);
  std::fwrite(shown.data(), 1, shown.size(), stream);
}

/// Prints the joined parts on standard output, without a line break of its own.
template <typename... Parts>
void print_out(const Parts&... parts) {
  print_to(stdout, join_text(parts...));
}

/// The same on standard error, for what is not a result.
template <typename... Parts>
void print_err(const Parts&... parts) {
  print_to(stderr, join_text(parts...));
}

}  // namespace certus::cli
