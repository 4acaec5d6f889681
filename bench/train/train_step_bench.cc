#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "certus/engine_torch/frozen_network.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/model/model_file.h"
#include "certus/train/copies.h"
#include "certus/train/gaussian.h"
#include "certus/train/sgd.h"
#include "certus/train/sphere_attack.h"
#include "certus/train/step_noise.h"

// Times training steps for bench/peer/train_pytorch.py, which runs it in turn with PyTorch:
//   certus_train_step_bench MODEL IMAGES STEPS STEP_SIZE THREADS
// IMAGES holds float32 pixels, then int64 labels, of 64 images. Prints images per second as JSON.

namespace certus {
namespace {

constexpr std::int64_t kImages = 64, kCopies = 4, kRows = kImages * kCopies;
constexpr double kSigma = 0.5, kLearningRate = 1e-3;
constexpr int kAttackSteps = 6;

using Clock = std::chrono::steady_clock;

/// Time that is counted only between start and stop.
class Stopwatch {
 public:
  void start() { begin_ = Clock::now(); }
  void stop() { total_ += Clock::now() - begin_; }
  double seconds() const { return std::chrono::duration<double>(total_).count(); }

 private:
  Clock::time_point begin_;
  Clock::duration total_{0};
};

double images_per_second(double seconds, int steps) {
  return kImages * steps / seconds;
}

int run(const std::string& model_path, const std::string& images_path, int steps, double step_size,
        int threads) {
  set_torch_threads(threads);
  at::Tensor images = at::empty({kImages, 3, 32, 32}, at::kFloat);
  at::Tensor labels = at::empty({kImages}, at::kLong);
  std::ifstream file(images_path, std::ios::binary);
  file.read(reinterpret_cast<char*>(images.data_ptr<float>()), kImages * 3072 * 4);
  file.read(reinterpret_cast<char*>(labels.data_ptr<std::int64_t>()), kImages * 8);
  if (!file) {
    std::cerr << images_path << ": too short\n";
    return 1;
  }

  TorchModule module(load_model(model_path).graph, at::kCPU);
  module.enable_gradients();
  FrozenNetwork frozen(module);
  const TrainingNetwork network{
      .train = [&](const at::Tensor& x) { return module.forward(x, TorchModule::Mode::kTrain); },
      .frozen = [&](const at::Tensor& x) { return frozen.forward(x); }};
  const auto method = make_gaussian();
  Sgd optimizer(module.learned(), 0.9, 1e-4);
  Slice slice{.images = images, .labels = labels, .copies = kCopies, .sigma = kSigma};
  for (std::int64_t i = 0; i < kImages; ++i) slice.random.positions.push_back(i);
  const auto draw_noise = [&](int step) {
    slice.noise = step_noise(1, static_cast<std::uint64_t>(step + 1), slice.random.positions, kCopies,
                             method->layout(), kSigma, {3, 32, 32});
  };
  const auto train = [&] {
    optimizer.zero_gradients();
    torch::autograd::backward({method->step(network, slice).loss}, {});
    optimizer.step(kLearningRate);
  };

  Stopwatch gaussian;
  for (int i = -1; i < steps; ++i) {  // the first is not counted
    if (i >= 0) gaussian.start();
    draw_noise(i);
    train();
    if (i >= 0) gaussian.stop();
  }
  Stopwatch easy_focus, warm_up;
  std::int64_t computed = 0;
  for (int i = -1; i < steps; ++i) {
    Stopwatch& counted = i >= 0 ? easy_focus : warm_up;
    counted.start();
    draw_noise(steps + 1 + i);
    counted.stop();
    // Every second row is misclassified at the start.
    frozen.refresh();
    const at::Tensor rows = repeat_for_copies(images, kCopies, method->layout());
    at::Tensor targets;
    {
      const at::NoGradGuard guard;
      targets = (frozen.forward(rows + slice.noise).argmax(1) + at::arange(kRows, at::kLong) % 2) % 10;
    }
    if (i == 0) computed = 0;
    counted.start();
    frozen.refresh();
    const Classifier counting = [&](const at::Tensor& x) {
      computed += x.size(0);
      return frozen.forward(x);
    };
    slice.noise =
        sphere_attack(counting, repeat_for_copies(images, kCopies, method->layout()), targets, slice.noise,
                      {.steps = kAttackSteps, .step_size = step_size, .copies = kCopies})
            .noise;
    train();
    counted.stop();
  }
  std::cout << nlohmann::json{{"gaussian", images_per_second(gaussian.seconds(), steps)},
                              {"easy_focus", images_per_second(easy_focus.seconds(), steps)},
                              {"attacked_rows", static_cast<double>(computed) / steps}}
            << '\n';
  return 0;
}

}  // namespace
}  // namespace certus

int main(int argc, char** argv) {
  if (argc != 6) {
    std::cerr << "usage: certus_train_step_bench MODEL IMAGES STEPS STEP_SIZE THREADS\n";
    return 2;
  }
  return certus::run(argv[1], argv[2], std::atoi(argv[3]), std::atof(argv[4]), std::atoi(argv[5]));
}
