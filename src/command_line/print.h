#pragma once

#include <cstdio>

#include "certus/base/error.h"

namespace certus::cli {

/// Prints the joined parts on standard output, without a line break of its own.
template <typename... Parts>
void print_out(const Parts&... parts) {
  std::fputs(join_text(parts...).c_str(), stdout);
}

/// The same on standard error, for what is not a result.
template <typename... Parts>
void print_err(const Parts&... parts) {
  std::fputs(join_text(parts...).c_str(), stderr);
}

}  // namespace certus::cli
