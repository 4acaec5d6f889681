#include "certus/train/loop.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>

#include "certus/base/clock.h"
#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/engine_torch/frozen_network.h"
#include "certus/engine_torch/torch_device.h"
#include "certus/engine_torch/torch_module.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/model/model_file.h"
#include "certus/noise/gaussian.h"
#include "certus/recipe/batch_loader.h"
#include "certus/recipe/checkpoint.h"
#include "certus/recipe/collapse.h"
#include "certus/recipe/epoch_order.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/estimate_table.h"
#include "certus/recipe/method_settings.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/schedule.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"
#include "certus/smooth/vote_counter.h"
#include "certus/train/copies.h"
#include "certus/train/make_method.h"
#include "certus/train/sgd.h"
#include "certus/train/sphere_attack.h"
#include "certus/train/step_noise.h"

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

/// Pixels or labels that somebody else owns, as a tensor on the device.
template <typename T>
at::Tensor on_device(const std::vector<T>& values, at::IntArrayRef sizes, const at::Device& device) {
  constexpr at::ScalarType kType = std::is_same_v<T, float> ? at::kFloat : at::kLong;
  return at::from_blob(const_cast<T*>(values.data()), sizes, kType).to(device);
}

/// The network in training. Its two views share weights, and the frozen one is updated only when it is used.
class LiveNetwork {
 public:
  LiveNetwork(const Graph& graph, const at::Device& device) : module_(graph, device), frozen_(module_) {
    module_.enable_gradients();
  }
  LiveNetwork(const LiveNetwork&) = delete;
  LiveNetwork& operator=(const LiveNetwork&) = delete;

  TrainingNetwork views() {
    return {.train =
                [this](const at::Tensor& images) {
                  frozen_is_current_ = false;  // running statistics move
                  return module_.forward(images, TorchModule::Mode::kTrain);
                },
            .frozen =
                [this](const at::Tensor& images) {
                  if (!frozen_is_current_) frozen_.refresh();
                  frozen_is_current_ = true;
                  return frozen_.forward(images);
                }};
  }
  const TorchModule& module() const { return module_; }
  void weights_changed() { frozen_is_current_ = false; }

 private:
  TorchModule module_;
  FrozenNetwork frozen_;
  bool frozen_is_current_ = true;
};

/// "FILE, sha256 ..." of a table, or nothing where none is named.
std::string content_of(const std::string& table) {
  return table.empty() || !std::filesystem::exists(table)
             ? std::string()
             : join_text(table, ", sha256 ", sha256_of_file(table));
}

class Trainer {
 public:
  explicit Trainer(const TrainingJob& job)
      : job_(job),
        config_(job.config),
        device_(torch_device(job.device)),
        seed_(config_.read<RunSettings>().seed),
        arch_(config_.read<ModelSettings>().arch),
        noise_(config_.read<NoiseSettings>()),
        loop_(config_.read<LoopSettings>()),
        test_(config_.read<TestSettings>()),
        checkpoint_(config_.read<CheckpointSettings>()),
        method_(make_method(config_)),
        schedule_(schedule_of(config_)),
        pieces_(pieces_of(config_)),
        attack_(sphere_attack_of(config_)),
        set_(config_, job.train, job.make_engines),
        live_(job.graph, device_),
        network_(live_.views()),
        optimizer_(live_.module().learned(), config_.read<OptimizerSettings>().momentum,
                   config_.read<OptimizerSettings>().weight_decay),
        binding_{{"configuration", sha256_hex(run_config_text(config_))},
                 {"data", job.train.identity()},
                 {"test data", job.test.identity()},
                 {"soft labels", content_of(config_.read<CatRsSettings>().soft_labels)},
                 {"p_correct", content_of(config_.read<DiscardSettings>().p_correct)}} {
    if (method_->cuts_batches() && noise_.copies > loop_.batch) {
      fail(ErrorKind::kConfig, "noise.copies is ", noise_.copies, ", but train.batch is ", loop_.batch,
           ": a batch is cut into as many slices as there are copies; raise train.batch or lower "
           "noise.copies");
    }
    if (method_->needs_soft_labels()) {
      soft_labels_ = load_estimates(config_.read<CatRsSettings>().soft_labels,
                                    {.kind = EstimateKind::kSoftLabels}, job.train);
    }
    steps_per_epoch_ = steps_of_epoch(set_.size(), loop_.batch, noise_.copies, method_->cuts_batches());
    if (steps_per_epoch_ == 0) {
      fail(ErrorKind::kConfig, set_.size(), set_.size() == 1 ? " training image is" : " training images are",
           " too few for one step, because a batch is cut into noise.copies = ", noise_.copies,
           " slices; raise train.images or lower noise.copies");
    }
    if (job.test.size() == 0) fail(ErrorKind::kData, job.test.identity(), ": no test images");
    set_.stop = job.observer.stop;
    set_.on_note = job.observer.on_note;
    set_.on_estimate = [this](std::int64_t done, std::int64_t total) {
      show(TrainingProgress::Phase::kEstimate, done, total);
    };
  }

  TrainingResult run() {
    const RunFolderLock lock(job_.folder);
    set_torch_threads(job_.threads);
    if (!job_.resume) clear_run_folder(job_.folder);
    if (std::filesystem::exists(checkpoint_path(job_.folder, "last"))) {
      load();
    } else if (job_.resume) {
      job_.observer.on_note("there is no checkpoint yet; the run starts from the beginning");
    }
    write_file(run_config_path(job_.folder), run_config_text(config_), Overwrite::kAllow);
    write_manifest(false);
    note_idle_pieces();
    TrainingLog log(train_log_path(job_.folder), state_.epoch);
    try {
      while (state_.epoch < loop_.epochs) {
        run_epoch();
        finish_epoch(log);
      }
    } catch (const Interrupted&) {
      save({"last"});
      return {.finished = false, .graph = live_.module().graph(), .step = state_.step};
    }
    save_models();
    write_manifest(true);
    return {.finished = true, .graph = live_.module().graph(), .step = state_.step};
  }

 private:
  /// Notes pieces that would begin after the end of the run. That is more likely a mistake than intended.
  void note_idle_pieces() const {
    const auto note = [&](const char* piece, const std::optional<std::int64_t>& from) {
      if (from && *from >= loop_.epochs) {
        job_.observer.on_note(join_text(piece, " begins at epoch ", *from, ", after the last of ",
                                        loop_.epochs, ": it has no effect"));
      }
    };
    note("discard", pieces_.discard_from);
    note("reweight", pieces_.reweight_from);
    note("sphere_attack", pieces_.attack_from);
  }

  void run_epoch() {
    const double begin = clock_.seconds() - state_.epoch_seconds;
    const EpochPlan plan = plan_epoch(state_.epoch, pieces_);
    if (state_.next_batch == 0) {
      set_.prepare(
          plan, state_.epoch, [this] { return live_.module().graph(); }, state_.draws);
      set_torch_threads(job_.threads);  // engines have set their own
    }
    const std::vector<std::int64_t> order = set_.order(plan, state_.epoch, state_.draws);
    BatchLoader loader(set_.views(), order, loop_.batch, static_cast<std::uint64_t>(state_.epoch),
                       state_.next_batch, job_.threads);
    while (state_.next_batch < loader.num_batches()) {
      const double batch_begin = clock_.seconds();
      train_batch(loader.next(), order, plan);
      ++state_.next_batch;
      state_.train_seconds += clock_.seconds() - batch_begin;
      state_.epoch_seconds = clock_.seconds() - begin;
      show(TrainingProgress::Phase::kTrain, state_.images_seen, set_.size());
      stop_if_asked();
      save_between_epochs();
    }
    run_test();
    state_.epoch_seconds = clock_.seconds() - begin;
  }

  void train_batch(const Batch& batch, std::span<const std::int64_t> order, const EpochPlan& plan) {
    const ImageShape shape = job_.train.shape();
    const at::Tensor images =
        on_device(batch.pixels, {batch.size(), shape.channels, shape.height, shape.width}, device_);
    const at::Tensor labels = on_device(batch.labels, {batch.size()}, device_);
    for (const BatchSlice part : slices_of(batch.size(), noise_.copies, method_->cuts_batches())) {
      Slice slice{.images = images.narrow(0, part.first, part.size),
                  .labels = labels.narrow(0, part.first, part.size),
                  .copies = noise_.copies,
                  .sigma = noise_.sigma,
                  .epoch = state_.epoch,
                  .random = {.seed = seed_, .epoch = static_cast<std::uint64_t>(state_.epoch)}};
      for (std::int64_t i = 0; i < part.size; ++i) {
        slice.random.positions.push_back(batch.first_position + part.first + i);
      }
      if (soft_labels_) slice.soft_labels = soft_labels_of(slice.random.positions, order);
      train_slice(std::move(slice), plan);
    }
  }

  void train_slice(Slice slice, const EpochPlan& plan) {
    const CopyLayout layout = method_->layout();
    slice.noise = step_noise(seed_, slice.random.epoch, slice.random.positions, noise_.copies, layout,
                             noise_.sigma, slice.images.sizes().slice(1))
                      .to(device_);
    if (plan.attack) slice.noise = sphere_attacked_noise(network_.frozen, slice, layout, attack_);
    optimizer_.zero_gradients();
    const StepOutcome outcome = method_->step(network_, slice);
    const double loss = outcome.loss.item<double>();
    lr_ = schedule_.rate(state_.epoch, state_.step, loop_.epochs * steps_per_epoch_);
    if (!std::isfinite(loss)) diverged(join_text("the loss is ", loss));
    torch::autograd::backward({outcome.loss}, {});
    optimizer_.step(lr_);
    live_.weights_changed();
    ++state_.step;
    const auto images = static_cast<double>(slice.images.size(0));
    state_.loss_sum += outcome.reported_loss.item<double>() * images;
    state_.correct_sum += outcome.correct.item<double>() * images;
    state_.images_seen += slice.images.size(0);
  }

  at::Tensor soft_labels_of(std::span<const std::int64_t> positions,
                            std::span<const std::int64_t> order) const {
    const auto classes = static_cast<std::size_t>(soft_labels_->manifest.classes);
    std::vector<float> rows(positions.size() * classes);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      soft_labels_->soft_label(order[static_cast<std::size_t>(positions[i])],
                               std::span(rows).subspan(i * classes, classes));
    }
    return on_device(rows, {static_cast<std::int64_t>(positions.size()), static_cast<std::int64_t>(classes)},
                     device_)
        .clone();
  }

  /// Loss and accuracy on the test images under one noise draw each. Every epoch uses new draws.
  void run_test() {
    test_loss_.reset();
    test_accuracy_.reset();
    test_look_.reset();
    const bool last = state_.epoch + 1 == loop_.epochs;
    if (test_.every == 0 || ((state_.epoch + 1) % test_.every != 0 && !last)) return;
    const at::NoGradGuard no_gradients;
    const ImageShape shape = job_.test.shape();
    double loss = 0.0;
    std::int64_t seen = 0;
    const auto classes = static_cast<std::size_t>(job_.test.num_classes());
    TestLook look{.labels = std::vector<std::int64_t>(classes),
                  .predicted = std::vector<std::int64_t>(classes)};
    for (std::int64_t first = 0; first < job_.test.size(); first += loop_.batch * test_.skip) {
      std::vector<float> pixels;
      std::vector<std::int64_t> labels;
      for (std::int64_t i = first; i < std::min(first + loop_.batch * test_.skip, job_.test.size());
           i += test_.skip) {
        Image image = job_.test.get(i);
        add_gaussian({.seed = seed_, .image = static_cast<std::uint64_t>(i), .purpose = Purpose::kTestPass},
                     static_cast<std::uint64_t>(state_.epoch), static_cast<float>(noise_.sigma), image.pixels,
                     image.pixels);
        pixels.insert(pixels.end(), image.pixels.begin(), image.pixels.end());
        labels.push_back(image.label);
      }
      const auto rows = static_cast<std::int64_t>(labels.size());
      const at::Tensor targets = on_device(labels, {rows}, device_);
      const at::Tensor logits =
          network_.frozen(on_device(pixels, {rows, shape.channels, shape.height, shape.width}, device_));
      loss += at::cross_entropy_loss(logits, targets).item<double>() * static_cast<double>(rows);
      const at::Tensor predicted = logits.argmax(1).to(at::kCPU);
      for (std::int64_t i = 0; i < rows; ++i) {
        const auto label = static_cast<std::size_t>(labels[static_cast<std::size_t>(i)]);
        const auto guess = static_cast<std::size_t>(predicted.data_ptr<std::int64_t>()[i]);
        ++look.labels.at(label);
        ++look.predicted.at(guess);
        look.correct += label == guess ? 1 : 0;
      }
      seen += rows;
      show(TrainingProgress::Phase::kTest, seen, (job_.test.size() + test_.skip - 1) / test_.skip);
      stop_if_asked();
    }
    test_loss_ = loss / static_cast<double>(seen);
    test_accuracy_ = static_cast<double>(look.correct) / static_cast<double>(seen);
    test_look_ = std::move(look);
  }

  void finish_epoch(TrainingLog& log) {
    const auto images = static_cast<double>(state_.images_seen);
    lr_ = schedule_.rate(state_.epoch, state_.step - 1,
                         loop_.epochs * steps_per_epoch_);  // also when just resumed
    const EpochRow row{
        .epoch = state_.epoch,
        .step = state_.step,
        .seconds = state_.epoch_seconds,
        .lr = lr_,
        .train_loss = state_.loss_sum / images,
        .train_accuracy = state_.correct_sum / images,
        .test_loss = test_loss_,
        .test_accuracy = test_accuracy_,
        .kept_images = state_.draws.kept ? static_cast<std::int64_t>(state_.draws.kept->size()) : set_.size(),
        .images_per_second = images / state_.train_seconds};
    log.append(row);
    ++state_.epoch;
    state_.next_batch = 0;
    state_.images_seen = 0;
    state_.loss_sum = state_.correct_sum = state_.train_seconds = state_.epoch_seconds = 0.0;
    std::vector<std::string> names;
    if (test_accuracy_ && *test_accuracy_ > state_.best_accuracy) {
      state_.best_accuracy = *test_accuracy_;
      names.push_back("best");
    }
    const std::int64_t keep_every = checkpoint_.keep_every;
    if (keep_every > 0 && state_.epoch % keep_every == 0) names.push_back(join_text("epoch-", state_.epoch));
    names.push_back("last");  // after the others: a run killed in between writes them again
    save(names);
    job_.observer.on_epoch(row);
    note_collapse(row);
  }

  /// Reports each sign when it appears, not after every epoch that shows it.
  void note_collapse(const EpochRow& row) {
    std::vector<Collapse> signs = signs_of_collapse({.epoch = row.epoch,
                                                     .epochs = loop_.epochs,
                                                     .test = test_look_,
                                                     .images = set_.size(),
                                                     .kept = row.kept_images});
    for (const Collapse& each : signs) {
      if (std::ranges::find(collapse_, each.sign, &Collapse::sign) == collapse_.end())
        job_.observer.on_note(each.text);
    }
    collapse_ = std::move(signs);
  }

  void save_between_epochs() {
    const std::int64_t every = checkpoint_.every_steps;
    if (every > 0 && state_.step / every != saved_step_ / every) save({"last"});
  }

  /// Fails rather than replacing a good checkpoint by a bad one.
  void save(const std::vector<std::string>& names) {
    for (const auto& [name, tensor] : live_.module().parameters()) {
      if (!at::isfinite(tensor).all().item<bool>()) diverged(join_text("'", name, "' is not finite"));
    }
    const Graph graph = live_.module().graph();
    state_.parameters = graph.parameters;
    state_.threads = job_.threads;
    state_.model_metadata = model_metadata(graph, arch_);
    for (const auto& [name, tensor] : optimizer_.velocity()) state_.velocity[name] = tensor_of(tensor);
    for (const std::string& name : names)
      write_checkpoint(checkpoint_path(job_.folder, name), state_, binding_);
    saved_step_ = state_.step;
  }

  void load() {
    const std::filesystem::path path = checkpoint_path(job_.folder, "last");
    state_ = read_checkpoint(path, binding_);
    for (const auto& [name, tensor] : live_.module().parameters()) {
      const auto saved = state_.parameters.find(name);
      if (saved == state_.parameters.end() || saved->second.shape != tensor.sizes().vec()) {
        fail(ErrorKind::kData, path, ": parameter '", name, "' is missing or has another shape");
      }
      restore(tensor, saved->second);
    }
    Sgd::Tensors velocity;
    for (const auto& [name, saved] : state_.velocity) {
      const auto parameter = live_.module().learned().find(name);
      if (parameter == live_.module().learned().end() || saved.shape != parameter->second.sizes().vec()) {
        fail(ErrorKind::kData, path, ": velocity of '", name, "' does not fit the network");
      }
      velocity[name] = at::empty_like(parameter->second.detach());
      restore(velocity[name], saved);
    }
    optimizer_.set_velocity(std::move(velocity));
    live_.weights_changed();
    saved_step_ = state_.step;
    job_.observer.on_note(join_text("resumed at epoch ", state_.epoch, ", step ", state_.step));
    if (state_.threads != job_.threads) {
      job_.observer.on_note(
          join_text("begun with ", state_.threads, " threads, now ", job_.threads,
                    ": weights will differ in their last digits from those of an unbroken run"));
    }
  }

  void save_models() const {
    const Graph graph = live_.module().graph();
    for (const std::string ending : {".safetensors", ".onnx"}) {
      save_model(model_path(job_.folder, ending), graph, arch_, Overwrite::kAllow);
    }
  }

  void write_manifest(bool finished) const {
    write_run_manifest(job_.folder, {.train_data = job_.train.identity(),
                                     .test_data = job_.test.identity(),
                                     .device = job_.device,
                                     .threads = job_.threads,
                                     .soft_labels = binding_.at("soft labels"),
                                     .p_correct = binding_.at("p_correct"),
                                     .finished = finished,
                                     .steps = state_.step});
  }

  void stop_if_asked() const {
    if (job_.observer.stop != nullptr && *job_.observer.stop) throw Interrupted{};
  }

  [[noreturn]] void diverged(const std::string& what) const {
    const std::filesystem::path last = checkpoint_path(job_.folder, "last");
    fail(ErrorKind::kConfig, "training diverged: ", what, " at step ", state_.step, " (epoch ", state_.epoch,
         ") with learning rate ", lr_,
         "; last good checkpoint: ", std::filesystem::exists(last) ? last.string() : std::string("none yet"),
         "; start again with a smaller optimizer.lr (or a smaller noise.sigma, if that is very large)");
  }

  void show(TrainingProgress::Phase phase, std::int64_t done, std::int64_t total) const {
    TrainingProgress news{
        .phase = phase, .epoch = state_.epoch, .epochs = loop_.epochs, .done = done, .total = total};
    if (state_.images_seen > 0) {
      const auto images = static_cast<double>(state_.images_seen);
      news.loss = state_.loss_sum / images;
      news.accuracy = state_.correct_sum / images;
      news.images_per_second = images / state_.train_seconds;
      const double images_left =
          static_cast<double>((loop_.epochs - state_.epoch) * set_.size() - state_.images_seen);
      news.seconds_left = images_left / news.images_per_second;
    }
    job_.observer.on_progress(news);
  }

  const TrainingJob& job_;
  const Config& config_;
  at::Device device_;
  std::uint64_t seed_;
  std::string arch_;
  NoiseSettings noise_;
  LoopSettings loop_;
  TestSettings test_;
  CheckpointSettings checkpoint_;
  std::unique_ptr<Method> method_;
  Schedule schedule_;
  TrainingPieces pieces_;
  SphereAttackParams attack_;
  TrainingSet set_;
  std::optional<EstimateTable> soft_labels_;
  LiveNetwork live_;
  TrainingNetwork network_;
  Sgd optimizer_;
  std::map<std::string, std::string> binding_;
  std::int64_t steps_per_epoch_ = 0;

  SteadyClock clock_;
  TrainingState state_;
  double lr_ = 0.0;  ///< of the last step
  std::optional<double> test_loss_, test_accuracy_;
  std::optional<TestLook> test_look_;
  std::vector<Collapse> collapse_;  ///< signs after the last epoch
  std::int64_t saved_step_ = 0;
};

}  // namespace

TrainingResult run_training(const TrainingJob& job) {
  return Trainer(job).run();
}

}  // namespace certus
