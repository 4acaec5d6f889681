#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "certus/base/clock.h"
#include "certus/certify/job_progress.h"
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
  /// Records of the images that are continued, by index; null when no image has draws yet.
  std::shared_ptr<const std::map<std::int64_t, CertificationRecord>> before = nullptr;
};

/// Runs the procedure on the images that are not in the record yet, in order, and appends each to it.
/// `on_progress` is called often, by one thread at a time. Throws Interrupted when `stop` of f is raised; the
/// record then has every image that was finished.
JobProgress run_job(const Job& job, VoteCounter& f, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress);

}  // namespace certus
