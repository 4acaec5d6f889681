#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "certus/base/clock.h"
#include "certus/certify/transfer_certification.h"
#include "certus/data/dataset.h"
#include "certus/record/record_writer.h"
#include "certus/smooth/certify.h"
#include "certus/smooth/predict.h"
#include "certus/smooth/width_decision.h"
#include "certus/stats/decision_table.h"

namespace certus {

/// What is done with every image: CERTIFY or PREDICT with the budget of `params`, or an anytime certification
/// that takes at most its n.
struct Job {
  Procedure procedure = Procedure::kCertify;
  CertifyParams params;                        ///< PREDICT takes the budget alone
  std::shared_ptr<const DecisionTable> table;  ///< kCertifyAt; its budget is that of `params`
  WidthParams width;                           ///< kCertifyWidth; its budget is that of `params`
  /// Anytime: records that images go on from, by index; empty: they begin.
  std::shared_ptr<const std::map<std::int64_t, CertificationRecord>> before;
  VoteCounter* cheap = nullptr;  ///< kCertifyTransfer: whose votes certify
  TransferParams transfer;       ///< kCertifyTransfer
  std::uint64_t seed = 0;
  /// Whether the record has the time of each image, or 0. Anytime images share batches and their time.
  bool keep_time = true;
};

/// Where a job stands.
struct JobProgress {
  std::int64_t images_total = 0;
  std::int64_t images_before = 0;  ///< in the record before this run began
  std::int64_t images_done = 0;    ///< by this run
  std::int64_t correct = 0;        ///< of those of this run, answered and right
  std::int64_t draws = 0;          ///< by this run
  std::int64_t draws_of_done = 0;  ///< for the images done by this run
  std::int64_t draws_left = 0;     ///< of an anytime job: about, as many an image as up to now
  double seconds = 0.0;            ///< since this run began
};

/// Certifies the images that are not in the record yet, in order, and appends each to it. `on_progress` is
/// called often, from any one thread at a time. Throws Interrupted when `f.stop` is raised; the record then
/// has every image that was finished.
JobProgress run_job(const Job& job, VoteCounter& f, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress);

/// The record of one image; not of an anytime job.
CertificationRecord record_of_image(const Job& job, VoteCounter& f, const Image& image, std::int64_t index);

}  // namespace certus
