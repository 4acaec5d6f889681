#include "certus/train/loop.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <cstring>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/sha256.h"
#include "certus/engine_torch/frozen_network.h"
#include "certus/engine_torch/torch_module.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/noise/gaussian.h"
#include "certus/train/batch_loader.h"
#include "certus/train/checkpoint.h"
#include "certus/train/copies.h"
#include "certus/train/epoch_order.h"
#include "certus/train/epoch_plan.h"
#include "certus/train/estimate_table.h"
#include "certus/train/methods.h"
#include "certus/train/run_folder.h"
#include "certus/train/schedule.h"
#include "certus/train/sgd.h"
#include "certus/train/sphere_attack.h"
#include "certus/train/step_noise.h"
#include "certus/train/training_set.h"

namespace certus {
namespace {

Tensor tensor_of(const at::Tensor& value) {
  const at::Tensor rows = value.detach().to(at::kCPU).contiguous();
  const float* begin = rows.data_ptr<float>();
  return {.shape = rows.sizes().vec(), .values = std::vector<float>(begin, begin + rows.numel())};
}

/// Copies a saved tensor over one of the same shape.
void restore(at::Tensor target, const Tensor& saved) {
  const at::NoGradGuard no_gradients;
  target.copy_(at::from_blob(const_cast<float*>(saved.values.data()), saved.shape, at::kFloat));
}

class Trainer {
 public:
  explicit Trainer(const TrainingJob& job)
      : job_(job),
        config_(job.config),
        device_(job.device),
        seed_(static_cast<std::uint64_t>(config_.integer("run.seed"))),
        sigma_(config_.real("noise.sigma")),
        copies_(config_.integer("noise.copies")),
        epochs_(config_.integer("train.epochs")),
        method_(find_method(config_.text("train.method")).make(config_)),
        schedule_(schedule_of(config_)),
        pieces_(training_pieces(config_)),
        module_(job.graph, device_),
        frozen_(module_),
        set_(job),
        binding_{{"configuration", sha256_hex(config_.to_toml())}, {"data", job.train.identity()}} {
    module_.enable_gradients();
    optimizer_ = std::make_unique<Sgd>(module_.learned(), config_.real("optimizer.momentum"),
                                       config_.real("optimizer.weight_decay"));
    network_ = {.train =
                    [this](const at::Tensor& images) {
                      frozen_is_stale_ = true;  // running statistics move
                      return module_.forward(images, TorchModule::Mode::kTrain);
                    },
                .frozen =
                    [this](const at::Tensor& images) {
                      if (frozen_is_stale_) frozen_.refresh();
                      frozen_is_stale_ = false;
                      return frozen_.forward(images);
                    }};
  }

  TrainingResult run() {
    set_torch_threads(job_.threads);
    start();
    TrainingLog log(train_log_path(job_.folder), state_.epoch);
    while (state_.epoch < epochs_) {
      if (!run_epoch()) {
        save("last");
        return {.finished = false, .graph = module_.graph(), .step = state_.step};
      }
      finish_epoch(log);
    }
    return {.finished = true, .graph = module_.graph(), .step = state_.step};
  }

 private:
  void start() {
    const std::filesystem::path last = checkpoint_path(job_.folder, "last");
    if (!job_.resume || !std::filesystem::exists(last)) return;
    state_ = read_checkpoint(last, binding_);
    for (const auto& [name, tensor] : module_.parameters()) {
      const auto saved = state_.parameters.find(name);
      if (saved == state_.parameters.end() || saved->second.shape != tensor.sizes().vec()) {
        fail(ErrorKind::kData, last, ": parameter '", name, "' is missing or has another shape");
      }
      restore(tensor, saved->second);
    }
    Sgd::Tensors velocity;
    for (const auto& [name, saved] : state_.velocity) {
      const auto parameter = module_.learned().find(name);
      if (parameter == module_.learned().end() || saved.shape != parameter->second.sizes().vec()) {
        fail(ErrorKind::kData, last, ": velocity of '", name, "' does not fit the network");
      }
      velocity[name] = at::empty_like(parameter->second.detach());
      restore(velocity[name], saved);
    }
    optimizer_->set_velocity(std::move(velocity));
    frozen_is_stale_ = true;
  }

  /// One epoch, or what is left of it; false when it was asked to stop.
  bool run_epoch() {
    const SteadyClock clock;
    const double begin = clock.now();
    const double seconds_before = state_.epoch_seconds;
    const EpochPlan plan = plan_epoch(state_.epoch, pieces_);
    if (state_.next_batch == 0) {
      set_.prepare(plan, state_, [this] { return module_.graph(); });
      set_torch_threads(job_.threads);  // engines have set their own
    }
    const std::vector<std::int64_t> order = set_.order(plan, state_);
    BatchLoader loader(set_.views(), order, config_.integer("train.batch"),
                       static_cast<std::uint64_t>(state_.epoch), state_.next_batch, job_.threads);
    while (state_.next_batch < loader.num_batches()) {
      const double batch_begin = clock.now();
      train_batch(loader.next(), order.size(), plan);
      ++state_.next_batch;
      const double now = clock.now();
      state_.train_seconds += now - batch_begin;
      state_.epoch_seconds = seconds_before + now - begin;
      show_progress(loader.num_batches(), static_cast<std::int64_t>(order.size()));
      if (job_.stop != nullptr && *job_.stop) return false;
      const std::int64_t every = config_.integer("checkpoint.every_steps");
      if (every > 0 && state_.step / every != steps_saved_ / every) save("last");
    }
    return true;
  }

  void train_batch(const Batch& batch, std::size_t epoch_images, const EpochPlan& plan) {
    const ImageShape shape = job_.train.shape();
    const at::Tensor images =
        at::from_blob(const_cast<float*>(batch.pixels.data()),
                      {batch.size(), shape.channels, shape.height, shape.width}, at::kFloat)
            .to(device_);
    const at::Tensor labels =
        at::from_blob(const_cast<std::int64_t*>(batch.labels.data()), {batch.size()}, at::kLong).to(device_);
    static_cast<void>(epoch_images);
    for (const SliceRange range : slices_of(batch.size(), copies_, method_->cuts_batches())) {
      Slice slice{.images = images.narrow(0, range.first, range.size),
                  .labels = labels.narrow(0, range.first, range.size),
                  .copies = copies_,
                  .sigma = sigma_,
                  .epoch = state_.epoch,
                  .random = {.seed = seed_, .epoch = static_cast<std::uint64_t>(state_.epoch)}};
      for (std::int64_t i = 0; i < range.size; ++i) {
        slice.random.positions.push_back(batch.first_position + range.first + i);
      }
      train_slice(std::move(slice), plan);
    }
  }

  void train_slice(Slice slice, const EpochPlan& plan) {
    slice.noise = step_noise(seed_, slice.random.epoch, slice.random.positions, copies_, method_->layout(),
                             sigma_, slice.images.sizes().slice(1))
                      .to(device_);
    if (plan.attack) {
      slice.noise = sphere_attack(network_.frozen, repeat_for_copies(slice.images, copies_, method_->layout()),
                                  repeat_for_copies(slice.labels, copies_, method_->layout()), slice.noise,
                                  pieces_.attack)
                        .noise;
    }
    const double lr = schedule_.rate(state_.epoch, state_.step, epochs_ * set_.steps_per_epoch(*method_));
    optimizer_->zero_gradients();
    const StepOutcome outcome = method_->step(network_, slice);
    const double loss = outcome.loss.item<double>();
    if (!std::isfinite(loss)) diverged(loss, lr);
    torch::autograd::backward({outcome.loss}, {});
    optimizer_->step(lr);
    frozen_is_stale_ = true;
    const auto images = static_cast<double>(slice.images.size(0));
    state_.loss_sum += outcome.reported_loss.item<double>() * images;
    state_.correct_sum += outcome.correct.item<double>() * images;
    state_.images_seen += slice.images.size(0);
    ++state_.step;
    last_lr_ = lr;
  }

  const TrainingJob& job_;
};

}  // namespace
}  // namespace certus
