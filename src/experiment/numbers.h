#pragma once

#include <cstdint>

namespace certus {

/// Has to be raised when training or certification changes so that the same settings and seeds give other
/// numbers. Finished cells of experiments are then made again. The test ExperimentNumbers holds what the
/// present number stands for.
inline constexpr std::int64_t kNumbersRevision = 1;

}  // namespace certus
