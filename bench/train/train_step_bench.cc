#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "certus/engine_torch/frozen_network.h"
#include "certus/engine_torch/torch_threads.h"
#include "certus/model/model_file.h"
#include "certus/noise/gaussian.h"

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

/// SGD with momentum 0.9 and weight decay 1e-4.
class Optimizer {
 public:
  explicit Optimizer(const TensorMap& learned) {
    for (const auto& [name, tensor] : learned) parameters_.push_back({tensor, at::zeros_like(tensor)});
  }
  void step() {
    const at::NoGradGuard guard;
    for (auto& [parameter, velocity] : parameters_) {
      velocity.mul_(0.9).add_(parameter.grad()).add_(parameter, 1e-4);
      parameter.add_(velocity, -kLearningRate);
      parameter.mutable_grad() = at::Tensor();
    }
  }

 private:
  struct Parameter {
    at::Tensor value, velocity;
  };
  std::vector<Parameter> parameters_;
};

at::Tensor noise(std::uint64_t step) {
  at::Tensor out = at::empty({kRows, 3, 32, 32}, at::kFloat);
  float* data = out.data_ptr<float>();
  at::parallel_for(0, kRows, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      const NoiseKey key{
          .seed = step, .image = static_cast<std::uint64_t>(row), .purpose = Purpose::kTraining};
      fill_gaussian(key, 0, {data + row * 3072, 3072});
    }
  });
  return out.mul_(kSigma);
}

at::Tensor per_row(const at::Tensor& values) {
  return values.flatten(1).norm(2, 1).view({-1, 1, 1, 1});
}

/// The sphere attack with rows that were misclassified left alone; counts rows that were computed.
at::Tensor attack(const FrozenNetwork& f, const at::Tensor& images, const at::Tensor& labels,
                  at::Tensor delta, double step_size, std::int64_t& computed) {
  const at::Tensor radius = per_row(delta);
  at::Tensor active = at::arange(kRows, at::kLong);
  at::Tensor logits;
  for (int t = 0; t < kAttackSteps && active.numel() > 0; ++t) {
    // Which rows are attacked at all is seen without gradients.
    if (t == 0) {
      const at::NoGradGuard guard;
      active = active.index({f.forward(images + delta).argmax(1) == labels});
      computed += kRows;
    }
    at::Tensor d = delta.index_select(0, active).set_requires_grad(true);
    const at::Tensor y = labels.index_select(0, active);
    logits = f.forward(images.index_select(0, active) + d);
    computed += active.numel();
    const at::Tensor loss = at::cross_entropy_loss(logits, y, {}, at::Reduction::Sum) / kCopies;
    const at::Tensor correct = logits.detach().argmax(1) == y;
    at::Tensor g = torch::autograd::grad({loss}, {d})[0];
    const at::NoGradGuard guard;
    at::Tensor moved = d.detach() + step_size * g / (per_row(g) + 1e-8);
    moved = moved / (per_row(moved) + 1e-8) * radius.index_select(0, active);
    active = active.index({correct});
    delta.index_copy_(0, active, moved.index({correct}));
  }
  return delta;
}

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
  images = images.repeat({kCopies, 1, 1, 1});
  labels = labels.repeat({kCopies});

  TorchModule module(load_model(model_path).graph, at::kCPU);
  module.enable_gradients();
  FrozenNetwork frozen(module);
  Optimizer optimizer(module.learned());
  const auto train = [&](const at::Tensor& rows, const at::Tensor& targets) {
    at::cross_entropy_loss(module.forward(rows, TorchModule::Mode::kTrain), targets).backward();
    optimizer.step();
  };

  Stopwatch gaussian;
  for (int i = -1; i < steps; ++i) {
    if (i >= 0) gaussian.start();
    train(images + noise(static_cast<std::uint64_t>(i + 1)), labels);
    if (i >= 0) gaussian.stop();
  }
  Stopwatch easy_focus;
  std::int64_t computed = 0;
  for (int i = -1; i < steps; ++i) {
    Stopwatch watch;
    watch.start();
    at::Tensor delta = noise(static_cast<std::uint64_t>(1000 + i));
    watch.stop();
    // Every second row is misclassified at the start.
    frozen.refresh();
    at::Tensor targets;
    {
      const at::NoGradGuard guard;
      targets = frozen.forward(images + delta).argmax(1);
      targets = (targets + at::arange(kRows, at::kLong) % 2) % 10;
    }
    if (i == 0) computed = 0;
    Stopwatch& counted = i >= 0 ? easy_focus : watch;
    counted.start();
    frozen.refresh();
    delta = attack(frozen, images, targets, delta, step_size, computed);
    train(images + delta, targets);
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
