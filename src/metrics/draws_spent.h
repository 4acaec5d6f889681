#pragma once

#include <cstdint>

#include "certus/logs/load_log.h"

namespace certus {

/// What an anytime record cost, and how its images ended.
struct DrawsSpent {
  double mean = 0.0;         ///< draws per image, including those that chose the class
  double fixed = 0.0;        ///< the same if every image took the largest number of draws
  std::int64_t decided = 0;  ///< certified at every radius asked for, or the radius known to within the width
  std::int64_t ended = 0;    ///< stopped before the largest number of draws: more were not worth it
  std::int64_t undecided = 0;  ///< not decided with the largest number of draws
};

/// The draws of an anytime record that has its manifest; fails without it.
DrawsSpent draws_spent(const LoadedLog& loaded);

}  // namespace certus
