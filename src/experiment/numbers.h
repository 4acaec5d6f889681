#pragma once

#include <cstdint>

namespace certus {

/// Raised by whoever changes training or certification so that the same settings and seeds give other
/// numbers: finished cells of experiments are then made again. The test ExperimentNumbers holds what the
/// present number stands for.
inline constexpr std::int64_t kNumbersRevision = 1;

}  // namespace certus
