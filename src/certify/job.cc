#include "certus/certify/job.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/certify/anytime_certification.h"
#include "certus/certify/listener_scope.h"
#include "certus/certify/record_votes.h"

namespace certus {
namespace {

/// Exact for a fixed number of draws an image, else as far as the images up to now tell.
std::int64_t draws_left(const Job& job, const JobProgress& progress) {
  const std::int64_t images = progress.images_total - progress.images_before;
  const std::int64_t most = job.params.budget.n + (job.procedure == Procedure::kPredict ? 0 : job.params.n0) +
                            (job.procedure == Procedure::kCertifyTransfer ? job.transfer.paired : 0);
  if (!is_anytime(job.procedure) || progress.images_done == 0) return images * most - progress.draws;
  const double each = static_cast<double>(progress.draws_of_done) / static_cast<double>(progress.images_done);
  return std::max<std::int64_t>(
      0, static_cast<std::int64_t>(each * static_cast<double>(images)) - progress.draws);
}

NoiseKey key_of(const Job& job, std::int64_t index) {
  return {.seed = job.seed,
          .image = static_cast<std::uint64_t>(index),
          .purpose = job.procedure == Procedure::kPredict ? Purpose::kPredict : Purpose::kVotes};
}

std::unique_ptr<AnytimeCertification> task_of(const Job& job, const Dataset& data, std::int64_t index,
                                              int num_classes) {
  using Decision = AnytimeCertification::Decision;
  const bool at_radii = job.procedure == Procedure::kCertifyAt;
  const double alpha = job.params.budget.alpha;
  if (!job.before) {
    return std::make_unique<AnytimeCertification>(
        index, data.get(index), key_of(job, index), job.params.n0, alpha,
        at_radii ? Decision(RadiusDecision(*job.table)) : Decision(WidthDecision(job.width)));
  }
  const CertificationRecord& before = job.before->at(index);
  return std::make_unique<AnytimeCertification>(
      before, data.get(index), key_of(job, index), alpha, num_classes,
      at_radii ? Decision(RadiusDecision(*job.table, decision_progress(before, job.table->radii())))
               : Decision(WidthDecision(job.width, width_progress(before))));
}

}  // namespace

CertificationRecord record_of_image(const Job& job, VoteCounter& f, const Image& image, std::int64_t index) {
  CERTUS_CHECK(!is_anytime(job.procedure));
  const bool predicts = job.procedure == Procedure::kPredict;
  const NoiseKey key = key_of(job, index);
  const Budget& budget = job.params.budget;
  CertificationRecord record{.idx = index, .label = image.label, .n = budget.n};
  if (predicts) {
    const Prediction prediction =
        predict(f, image.view(), {.n = budget.n, .alpha = budget.alpha, .sigma = budget.sigma}, key);
    record.predicted = prediction.top_class;
    set_votes(record, prediction.votes);
  } else if (job.procedure == Procedure::kCertifyTransfer) {
    const auto [certificate, paired] =
        certify_by_transfer(f, *job.cheap, image.view(), job.params, job.transfer, key);
    record.n0 = job.params.n0;
    record.predicted = certificate.top_class;
    record.radius = certificate.radius;
    record.paired = paired;
    set_votes(record, certificate.votes);
  } else {
    const Certificate certificate = certify(f, image.view(), job.params, key);
    record.n0 = job.params.n0;
    record.predicted = certificate.top_class;
    record.radius = certificate.radius;
    record.uniform = certificate.uniform;
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
  const auto tell = [&](std::int64_t draws) {
    progress.draws += draws;
    progress.draws_left = draws_left(job, progress);
    progress.seconds = clock.seconds() - begin;
    if (on_progress) on_progress(progress);
  };
  const auto finish = [&](CertificationRecord row, double seconds, std::int64_t draws) {
    row.seconds = job.keep_time ? row.seconds + seconds : 0.0;
    record.append(row);
    ++progress.images_done;
    progress.draws_of_done += draws;
    progress.correct += row.predicted && *row.predicted == row.label ? 1 : 0;
    tell(0);
  };
  const ListenerScope<decltype(f.on_draws)> listening(f.on_draws, tell);
  VoteCounter& cheap = job.cheap != nullptr ? *job.cheap : f;
  const ListenerScope<decltype(f.on_draws)> listening_to_cheap(cheap.on_draws, tell);
  auto image = images.begin();
  if (is_anytime(job.procedure)) {
    run_draw_tasks(f, noise_scale(job.params.budget.sigma),
                   {.next = [&]() -> std::unique_ptr<DrawTask> {
                      while (image != images.end() && record.has(*image)) ++image;
                      if (image == images.end()) return nullptr;
                      return task_of(job, data, *image++, f.info().num_classes);
                    },
                    .take =
                        [&](DrawTask& task, double seconds) {
                          const auto& ended = dynamic_cast<AnytimeCertification&>(task);
                          finish(ended.record(), seconds, ended.draws_made());
                        }},
                   clock);
    return progress;
  }
  for (; image != images.end(); ++image) {
    if (record.has(*image)) continue;
    const double start = clock.seconds();
    CertificationRecord row = record_of_image(job, f, data.get(*image), *image);
    const std::int64_t draws = row.n0 + row.n + (row.paired ? row.paired->draws : 0);
    finish(std::move(row), clock.seconds() - start, draws);
  }
  return progress;
}

}  // namespace certus
