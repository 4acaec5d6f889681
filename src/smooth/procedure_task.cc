#include "certus/smooth/procedure_task.h"

#include <utility>

namespace certus {

ProcedureTask::ProcedureTask(std::unique_ptr<ImageProcedure> procedure, Image image, const NoiseKey& key)
    : procedure_(std::move(procedure)), image_(std::move(image)), key_(key) {}

void ProcedureTask::add(const Votes& votes, std::span<const int>) {
  procedure_->add(votes);
  if (wanted().count == 0) image_.pixels = {};  // it may wait long to be taken
}

ImageContext image_context(const Procedure& procedure, std::int64_t index, int label, std::uint64_t seed,
                           int num_classes) {
  return {
      .index = index,
      .label = label,
      .key = {.seed = seed, .image = static_cast<std::uint64_t>(index), .purpose = procedure.kind().purpose},
      .num_classes = num_classes};
}

CertificationRecord run_on_image(const Procedure& procedure, VoteCounter& f, Image image, std::int64_t index,
                                 std::uint64_t seed) {
  const ImageContext context = image_context(procedure, index, image.label, seed, f.info().num_classes);
  std::unique_ptr<DrawTask> task =
      std::make_unique<ProcedureTask>(procedure.begin(context), std::move(image), context.key);
  CertificationRecord row;
  run_draw_tasks(f, noise_scale(procedure.budget().sigma),
                 {.next = [&] { return std::move(task); },
                  .take = [&](DrawTask& ended, double) { row = dynamic_cast<ProcedureTask&>(ended).row(); }},
                 SteadyClock());
  return row;
}

}  // namespace certus
