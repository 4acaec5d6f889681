#include "certus/certify/job.h"

#include <algorithm>

#include "certus/certify/listener_scope.h"

namespace certus {
namespace {

std::int64_t draws_per_image(const Job& job) {
  return job.params.budget.n + (job.procedure == Procedure::kPredict ? 0 : job.params.n0);
}

void set_votes(CertificationRecord& record, const Votes& votes) {
  record.nan_votes = votes.non_finite + votes.doubtful;
  for (std::size_t c = 0; c < votes.counts.size(); ++c) {
    if (votes.counts[c] > 0) record.counts.push_back({static_cast<int>(c), votes.counts[c]});
  }
}

}  // namespace

CertificationRecord record_of_image(const Job& job, VoteCounter& f, const Image& image, std::int64_t index) {
  const bool predicts = job.procedure == Procedure::kPredict;
  const NoiseKey key{.seed = job.seed,
                     .image = static_cast<std::uint64_t>(index),
                     .purpose = predicts ? Purpose::kPredict : Purpose::kVotes};
  const Budget& budget = job.params.budget;
  CertificationRecord record{.idx = index, .label = image.label, .n = budget.n};
  if (predicts) {
    const Prediction prediction =
        predict(f, image.view(), {.n = budget.n, .alpha = budget.alpha, .sigma = budget.sigma}, key);
    record.predicted = prediction.top_class;
    set_votes(record, prediction.votes);
  } else {
    const Certificate certificate = certify(f, image.view(), job.params, key);
    record.n0 = job.params.n0;
    record.predicted = certificate.top_class;
    record.radius = certificate.radius;
    set_votes(record, certificate.votes);
  }
  return record;
}

JobProgress run_job(const Job& job, VoteCounter& f, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress) {
  const double begin = clock.seconds();
  JobProgress progress{.images_total = static_cast<std::int64_t>(images.size())};
  progress.images_before = std::count_if(images.begin(), images.end(), [&](auto i) { return record.has(i); });
  progress.draws_left = (progress.images_total - progress.images_before) * draws_per_image(job);
  const auto tell = [&](std::int64_t draws) {
    progress.draws += draws;
    progress.draws_left -= draws;
    progress.seconds = clock.seconds() - begin;
    if (on_progress) on_progress(progress);
  };
  const ListenerScope<decltype(f.on_draws)> listening(f.on_draws, tell);
  for (const std::int64_t index : images) {
    if (record.has(index)) continue;
    const double start = clock.seconds();
    CertificationRecord row = record_of_image(job, f, data.get(index), index);
    if (job.keep_time) row.seconds = clock.seconds() - start;
    record.append(row);
    ++progress.images_done;
    progress.correct += row.predicted && *row.predicted == row.label ? 1 : 0;
    tell(0);
  }
  return progress;
}

}  // namespace certus
