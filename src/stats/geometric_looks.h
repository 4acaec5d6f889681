#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// The numbers of draws at which an image is looked at: `first` draws, then growing by the factor (by at
/// least one draw), and n as the last. Increasing. Fails unless n >= 1, first >= 1 and the factor is in
/// [1.01, 10].
std::vector<std::int64_t> geometric_looks(std::int64_t n, double growth, std::int64_t first = 10);

}  // namespace certus
