#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "certus/certify/image_selection.h"
#include "certus/certify/job.h"
#include "certus/logs/resume_record.h"
#include "support/linear_engine.h"
#include "support/plane_data.h"
#include "support/temp_dir.h"

namespace certus::test {

/// Jobs over images whose classifier is a plane, so that the truth is known; their records in a folder.
class PlaneJob : public ::testing::Test {
 protected:
  explicit PlaneJob(std::int64_t images) : data_{images}, all_(selected_images({}, images)) {}

  /// The manifest of a run of this job.
  static RunManifest manifest_of(const Job& job) {
    const Procedure& procedure = *job.procedure;
    return {.procedure = std::string(procedure.kind().name),
            .budget = procedure.budget(),
            .n0 = procedure.n0(),
            .seed = job.seed,
            .classes = 2,
            .fields = procedure.fields()};
  }

  /// Runs a job, from the start or on, to its end or until `stop_after` draws; returns the file's content.
  std::string run_with(const std::string& name, const Job& job, const RunManifest& manifest,
                       const Clock& clock, const std::vector<std::int64_t>& images, int workers,
                       std::int64_t batch, std::int64_t stop_after) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int i = 0; i < workers; ++i) engines.push_back(plane_engine());
    VoteCounter f(std::move(engines), batch);
    std::atomic<bool> stop = false;
    f.stop = &stop;
    RecordWriter record = resume_record(dir_ / name, manifest, job.procedure->kind().columns);
    interrupted_ = false;
    try {
      last_ = run_job(job, f, data_, images, record, clock, [&](const JobProgress& progress) {
        if (stop_after >= 0 && progress.draws >= stop_after) stop = true;
      });
    } catch (const Interrupted&) {
      interrupted_ = true;
    }
    return content_of(dir_ / name);
  }

  const PlaneData data_;
  const std::vector<std::int64_t> all_;
  TempDir dir_;
  JobProgress last_;
  bool interrupted_ = false;
};

}  // namespace certus::test
