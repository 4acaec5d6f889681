// Votes of one worker, and what of that time is not spent in the network.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "certus/base/clock.h"
#include "certus/engine_onednn/onednn_engine.h"
#include "certus/engine_onednn/speed_calibration.h"
#include "certus/model/architectures.h"
#include "certus/noise/gaussian.h"
#include "certus/noise/grid_gaussian.h"

namespace certus {
namespace {

constexpr float kSigma = 0.5F;

std::unique_ptr<NetworkEngine> engine_of(const std::string& arch, const std::string& precision) {
  const Graph graph = make_architecture(arch, arch.starts_with("resnet") ? 1000 : 10, 0);
  return make_onednn_engine(precision == "int8" ? make_int8_network(graph, speed_calibration(graph))
                                                : make_onednn_network(graph));
}

void count(std::span<const int> labels, std::vector<std::int64_t>& counts) {
  for (const int label : labels) {
    if (label != Engine::kNoVote) ++counts[static_cast<std::size_t>(label)];
  }
}

/// Seconds a draw for what surrounds the network: noise, the largest logit, the count. The best of a few.
double surroundings(const EngineInfo& info, ImageView x) {
  constexpr int kDraws = 64;
  constexpr int kTries = 30;
  const auto classes = static_cast<std::size_t>(info.num_classes);
  std::vector<float> noisy(x.pixels.size());
  std::vector<float> logits(classes);
  std::vector<int> labels(kDraws);
  std::vector<std::int64_t> counts(classes);
  fill_gaussian({.seed = 1}, 0, logits);
  const SteadyClock clock;
  double least = 1e9;
  for (int i = 0; i < kTries; ++i) {
    const double begin = clock.seconds();
    for (std::size_t s = 0; s < kDraws; ++s) {
      add_gaussian({.seed = 2}, s, kSigma, x.pixels, noisy);
      benchmark::DoNotOptimize(noisy.data());
      benchmark::DoNotOptimize(logits.data());
      benchmark::ClobberMemory();
      labels[s] = vote_of(logits);
    }
    count(labels, counts);
    benchmark::DoNotOptimize(counts.data());
    least = std::min(least, (clock.seconds() - begin) / kDraws);
  }
  return least;
}

void count_votes(benchmark::State& state, const std::string& arch, const std::string& precision) {
  const auto engine = engine_of(arch, precision);
  const EngineInfo& info = engine->info();
  const std::vector<float> pixels(info.shape.size(), 0.5F);
  const ImageView x{info.shape, pixels};
  std::vector<int> labels(static_cast<std::size_t>(4 * info.micro_batch));
  std::vector<std::int64_t> counts(static_cast<std::size_t>(info.num_classes));
  engine->classify(x, kSigma, {}, 0, labels);
  if (std::count(labels.begin(), labels.end(), Engine::kNoVote) > 0) std::abort();
  const SteadyClock clock;
  double least = 1e9;  // seconds a draw, as surroundings() has them
  std::uint64_t first = 0;
  for (auto _ : state) {
    const double begin = clock.seconds();
    engine->classify(x, kSigma, {}, first, labels);
    count(labels, counts);
    benchmark::DoNotOptimize(counts.data());
    least = std::min(least, (clock.seconds() - begin) / static_cast<double>(labels.size()));
    first += labels.size();
  }
  state.SetItemsProcessed(state.iterations() * std::ssize(labels));
  state.counters["micro_batch"] = info.micro_batch;
  state.counters["noise_and_votes_%"] = 100.0 * surroundings(info, x) / least;
}

/// Of this thread alone: what else the machine does takes no part.
double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Draws with plain and with sound noise take turns; `sound/plain` compares the processor time of all of
/// either kind. Items are draws of both.
void sound_cost(benchmark::State& state, const std::string& arch, const std::string& precision) {
  const auto engine = engine_of(arch, precision);
  const EngineInfo& info = engine->info();
  const std::vector<float> pixels(info.shape.size(), 128.0F / 255.0F);
  std::vector<int> labels(static_cast<std::size_t>(4 * info.micro_batch));
  const std::array<std::shared_ptr<const NoiseSource>, 2> sources{gaussian_noise(), grid_noise(kSigma)};
  std::array<double, 2> seconds{};
  std::uint64_t first = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      engine->set_noise(sources[i]);
      const double begin = processor_seconds();
      engine->classify({info.shape, pixels}, kSigma, {}, first, labels);
      seconds[i] += processor_seconds() - begin;
    }
    first += labels.size();
  }
  state.SetItemsProcessed(state.iterations() * 2 * std::ssize(labels));
  state.counters["sound/plain"] = seconds[1] / seconds[0];
}

/// Items are images, draws of noise on them.
const bool registered = [] {
  for (const char* arch : {"lenet", "cifar_resnet20", "cifar_resnet110", "resnet50"}) {
    for (const char* precision : {"f32", "int8"}) {
      const std::string name = std::string("BM_Engine_CountVotes/arch:") + arch + "/precision:" + precision;
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        count_votes(state, arch, precision);
      })->Unit(benchmark::kMillisecond);
      const std::string sound = std::string("BM_Engine_SoundCost/arch:") + arch + "/precision:" + precision;
      benchmark::RegisterBenchmark(sound.c_str(), [=](benchmark::State& state) {
        sound_cost(state, arch, precision);
      })->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace certus
