#pragma once

#include <cerrno>

namespace certus {

/// A call of the operating system, made again as long as a signal interrupts it: what it returns, -1 with
/// errno set when it fails. Not for close(), which Linux does not want repeated.
template <typename Call>
auto uninterrupted(Call call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

}  // namespace certus
