#pragma once

#include <cstdint>

namespace certus {

/// How far a job has come.
struct JobProgress {
  std::int64_t images_total = 0;
  std::int64_t images_before = 0;  ///< in the record before this run began
  std::int64_t images_done = 0;    ///< by this run
  std::int64_t correct = 0;        ///< of those of this run, answered and right
  std::int64_t draws = 0;          ///< by this run
  std::int64_t draws_of_done = 0;  ///< for the images done by this run
  std::int64_t draws_left = 0;     ///< where images stop early, an estimate from those done
  double seconds = 0.0;            ///< since this run began
};

}  // namespace certus
