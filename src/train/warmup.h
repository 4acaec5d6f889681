#pragma once

#include <algorithm>
#include <cstdint>

namespace certus {

/// The share of its full strength that something has at `epoch` (from 0), growing evenly to 1, which it
/// reaches in epoch `warmup_epochs` - 1; always 1 without warm-up.
inline double warmup_share(std::int64_t epoch, std::int64_t warmup_epochs) {
  if (warmup_epochs <= 0) return 1.0;
  return std::min(1.0, static_cast<double>(epoch + 1) / static_cast<double>(warmup_epochs));
}

}  // namespace certus
