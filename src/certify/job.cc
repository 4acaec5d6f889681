#include "certus/certify/job.h"

#include <algorithm>

#include "certus/certify/listener_scope.h"
#include "certus/smooth/procedure_task.h"

namespace certus {
namespace {

/// Exact where every image takes as many draws, else as far as the images up to now tell.
std::int64_t draws_left(const Procedure& procedure, const JobProgress& progress) {
  const std::int64_t images = progress.images_total - progress.images_before;
  if (procedure.kind().has_one_n || progress.images_done == 0)
    return images * procedure.most_draws() - progress.draws;
  const double each = static_cast<double>(progress.draws_of_done) / static_cast<double>(progress.images_done);
  return std::max<std::int64_t>(
      0, static_cast<std::int64_t>(each * static_cast<double>(images)) - progress.draws);
}

std::unique_ptr<DrawTask> task_of(const Job& job, Image image, std::int64_t index, int num_classes) {
  const ImageContext context = image_context(*job.procedure, index, image.label, job.seed, num_classes);
  auto procedure =
      job.before ? job.procedure->go_on(context, job.before->at(index)) : job.procedure->begin(context);
  return std::make_unique<ProcedureTask>(std::move(procedure), std::move(image), context.key);
}

}  // namespace

JobProgress run_job(const Job& job, VoteCounter& f, const Dataset& data,
                    const std::vector<std::int64_t>& images, RecordWriter& record, const Clock& clock,
                    const std::function<void(const JobProgress&)>& on_progress) {
  const double begin = clock.seconds();
  JobProgress progress{.images_total = static_cast<std::int64_t>(images.size())};
  progress.images_before = std::count_if(images.begin(), images.end(), [&](auto i) { return record.has(i); });
  const auto tell = [&](std::int64_t draws) {
    progress.draws += draws;
    progress.draws_left = draws_left(*job.procedure, progress);
    progress.seconds = clock.seconds() - begin;
    if (on_progress) on_progress(progress);
  };
  const ListenerScope<decltype(f.on_draws)> listening(f.on_draws, tell);
  auto image = images.begin();
  const auto next = [&]() -> std::unique_ptr<DrawTask> {
    while (image != images.end() && record.has(*image)) ++image;
    if (image == images.end()) return nullptr;
    const std::int64_t index = *image++;
    return task_of(job, data.get(index), index, f.info().num_classes);
  };
  const auto take = [&](DrawTask& task, double seconds) {
    const auto& ended = dynamic_cast<ProcedureTask&>(task);
    CertificationRecord row = ended.row();
    row.seconds = job.keep_time ? row.seconds + seconds : 0.0;
    record.append(row);
    ++progress.images_done;
    progress.draws_of_done += ended.draws_made();
    progress.correct += row.predicted && *row.predicted == row.label ? 1 : 0;
    tell(0);
  };
  run_draw_tasks(f, noise_scale(job.procedure->budget().sigma), {.next = next, .take = take}, clock);
  return progress;
}

}  // namespace certus
