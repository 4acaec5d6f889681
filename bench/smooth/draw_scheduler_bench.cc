// What is left of an engine's speed when its batches are filled with short steps of many images.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>

#include "certus/base/clock.h"
#include "certus/engine_onednn/onednn_engine.h"
#include "certus/engine_onednn/speed_calibration.h"
#include "certus/model/architectures.h"
#include "certus/smooth/draw_scheduler.h"

namespace certus {
namespace {

constexpr float kSigma = 0.5F;
constexpr std::int64_t kBatch = 256;
constexpr std::int64_t kStep = 100;
constexpr std::int64_t kStepsAnImage = 5;
constexpr std::int64_t kImages = 20;
constexpr std::int64_t kDraws = kStep * kStepsAnImage * kImages;

std::unique_ptr<NetworkEngine> engine_of(const std::string& arch, const std::string& precision) {
  const Graph graph = make_architecture(arch, 10, 0);
  return make_onednn_engine(precision == "int8" ? make_int8_network(graph, speed_calibration(graph))
                                                : make_onednn_network(graph));
}

/// An image that looks at its votes after every kStep draws.
class LookingTask : public DrawTask {
 public:
  LookingTask(std::uint64_t name, ImageView image) : name_(name), image_(image) {}
  ImageView image() const override { return image_; }
  NoiseKey key() const override { return {.seed = 1, .image = name_}; }
  DrawRange wanted() const override {
    return {.first = static_cast<std::uint64_t>(steps_ * kStep), .count = steps_ < kStepsAnImage ? kStep : 0};
  }
  void add(const Votes&, std::span<const int>) override { ++steps_; }

 private:
  std::uint64_t name_;
  ImageView image_;
  std::int64_t steps_ = 0;
};

/// Processor time up to now: the machine may have other work, and one worker never waits for another.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Whole batches of one image's draws, and the same number of draws through the scheduler, in turns.
void scheduled_share(benchmark::State& state, const std::string& arch, const std::string& precision) {
  const auto raw = engine_of(arch, precision);
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(engine_of(arch, precision));
  VoteCounter f(std::move(engines), kBatch);
  const std::vector<float> pixels(f.info().shape.size(), 0.5F);
  const ImageView x{f.info().shape, pixels};
  std::vector<int> labels(static_cast<std::size_t>(f.batch()));
  double raw_seconds = 0.0;
  double scheduled_seconds = 0.0;
  for (auto _ : state) {
    double begin = processor_seconds();
    for (std::int64_t first = 0; first < kDraws; first += f.batch()) {
      const auto count = static_cast<std::size_t>(std::min(f.batch(), kDraws - first));
      raw->classify(x, kSigma, {}, static_cast<std::uint64_t>(first), std::span(labels).first(count));
    }
    raw_seconds += processor_seconds() - begin;
    begin = processor_seconds();
    std::uint64_t opened = 0;
    std::int64_t taken = 0;
    run_draw_tasks(f, kSigma,
                   {.next = [&]() -> std::unique_ptr<DrawTask> {
                      if (opened == kImages) return nullptr;
                      return std::make_unique<LookingTask>(opened++, x);
                    },
                    .take = [&](DrawTask&, double) { ++taken; }},
                   SteadyClock());
    scheduled_seconds += processor_seconds() - begin;
    if (taken != kImages) std::abort();
  }
  const double draws = static_cast<double>(kDraws) * static_cast<double>(state.iterations());
  state.counters["raw_images/s"] = draws / raw_seconds;
  state.counters["scheduled_images/s"] = draws / scheduled_seconds;
  state.counters["share_%"] = 100.0 * raw_seconds / scheduled_seconds;
}

const bool registered = [] {
  for (const char* arch : {"lenet", "cifar_resnet20", "cifar_resnet110"}) {
    for (const char* precision : {"f32", "int8"}) {
      const std::string name =
          std::string("BM_Smooth_DrawScheduler/arch:") + arch + "/precision:" + precision + "/step:100";
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=](benchmark::State& state) { scheduled_share(state, arch, precision); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(5);
    }
  }
  return true;
}();

}  // namespace
}  // namespace certus
