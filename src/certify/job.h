#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "certus/base/clock.h"
#include "certus/data/dataset.h"
#include "certus/record/record_writer.h"
#include "certus/smooth/certify.h"
#include "certus/smooth/predict.h"

namespace certus {

/// What is done with every image: CERTIFY or PREDICT with the budget of `params`.
struct Job {
  Procedure procedure = Procedure::kCertify;
  CertifyParams params;  ///< PREDICT takes the budget alone
  std::uint64_t seed = 0;
  bool keep_time = true;  ///< whether the record has the time of each image, or 0
};

/// Where a job stands.
struct JobProgress {
  std::int64_t images_total = 0;
  std::int64_t images_before = 0;  ///< in the record before this run began
  std::int64_t images_done = 0;    ///< by this run
  std::int64_t correct = 0;        ///< of those of this run, answered and right
  std::int64_t draws = 0;          ///< by this run
  std::int64_t draws_left = 0;
  double seconds = 0.0;  ///< since this run began
};

/// Certifies the images that are not in the record yet, in order, and appends each to it. `on_progress` is
/// called often, from any one thread at a time. Throws Interrupted when `f.stop` is raised; the record then
/// has every image that was finished.
JobProgress run_job(const Job& job, VoteCounter& f, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress);

/// The record of one image.
CertificationRecord record_of_image(const Job& job, VoteCounter& f, const Image& image, std::int64_t index);

}  // namespace certus
