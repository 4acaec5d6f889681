#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// Numbers of draws at which an image is looked at: 10, then growing by the factor (by one draw at least), at
/// last n. Rising; fails unless n >= 1 and the factor is in [1.01, 10].
std::vector<std::int64_t> geometric_looks(std::int64_t n, double growth);

}  // namespace certus
