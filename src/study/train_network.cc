#include "certus/study/train_network.h"

#include "certus/base/error.h"
#include "certus/module/torch_backend.h"
#include "certus/recipe/initial_network.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/training_half.h"

namespace certus {

TrainingResult train_network(const TrainingOptions& options, const TrainingObserver& observer) {
  const Config config = run_config(options.run);
  check_run_folder(options.run);
  const TorchBackend& torch = torch_backend();  // before the data: without it there is no need to wait
  const auto open_half = [&](Split split) {
    return open_dataset({.data = training_half(config, split),
                         .data_dir = options.data_dir,
                         .split = split,
                         .verify = options.verify});
  };
  const auto train = open_half(Split::kTrain);
  const auto test = open_half(Split::kTest);
  const TrainingJob job{.config = config,
                        .train = *train,
                        .test = *test,
                        .graph = initial_network(config, *train),
                        .folder = options.run.folder,
                        .device = options.device,
                        .threads = options.threads,
                        .resume = options.run.start == Start::kResume,
                        .make_engines = options.make_engines,
                        .observer = observer};
  observer.on_note(join_text(config.read<LoopSettings>().method, " at sigma ",
                             config.read<NoiseSettings>().sigma, ": ", config.read<ModelSettings>().arch,
                             " on ", train->identity(), ", into ", job.folder));
  return torch.run_training(job);
}

}  // namespace certus
