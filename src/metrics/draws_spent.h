#pragma once

#include <cstdint>

#include "certus/logs/load_log.h"

namespace certus {

/// What an anytime record cost, and how its images ended.
struct DrawsSpent {
  double mean = 0.0;         ///< draws an image, those that chose the class included
  double fixed = 0.0;        ///< the same where every image takes the most draws
  std::int64_t decided = 0;  ///< certified at every radius asked for; or the radius known to within the width
  std::int64_t ended = 0;    ///< before the most draws: more were not worth it
  std::int64_t undecided = 0;  ///< with the most draws
};

/// Of an anytime record with its manifest; fails without.
DrawsSpent draws_spent(const LoadedLog& loaded);

}  // namespace certus
