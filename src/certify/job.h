#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "certus/base/clock.h"
#include "certus/data/dataset.h"
#include "certus/procedure/procedure.h"
#include "certus/record/record_writer.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

/// A procedure to be run on every image.
struct Job {
  std::shared_ptr<const Procedure> procedure;
  std::uint64_t seed = 0;
  /// Whether the record has the time of each image, or 0. Images share batches and their time.
  bool keep_time = true;
  /// Records of images that continue, by index; null: images begin.
  std::shared_ptr<const std::map<std::int64_t, CertificationRecord>> before = nullptr;
};

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

/// Runs the procedure on the images that are not in the record yet, in order, and appends each to it.
/// `on_progress` is called often, by one thread at a time. Throws Interrupted when `stop` of the first voter
/// is raised; the record then has every image that was finished.
/// @param voters  as many as the procedure has; the first is the network that is certified
JobProgress run_job(const Job& job, std::span<VoteCounter* const> voters, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress);

}  // namespace certus
