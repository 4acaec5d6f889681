#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "certus/kernels/float_winograd.h"

namespace certus {
namespace {

/// Small numbers of both signs that are sums of few powers of two.
std::vector<float> pattern(std::int64_t count, std::int64_t period) {
  std::vector<float> out(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<float>(i % period - period / 2) / 64.0F;
  return out;
}

/// Before timing: the first pixel's first channel is what the definition says.
void check(const WinogradShape& shape, const std::vector<float>& weight, const std::vector<float>& x,
           float start, float found) {
  double sum = static_cast<double>(start);
  for (const std::int64_t row : {0, 1}) {
    for (const std::int64_t column : {0, 1}) {
      for (std::int64_t in = 0; in < shape.in; ++in) {
        sum += static_cast<double>(weight[static_cast<std::size_t>(in * 9 + (row + 1) * 3 + column + 1)]) *
               static_cast<double>(x[static_cast<std::size_t>((row * shape.width + column) * shape.in + in)]);
      }
    }
  }
  if (!(std::abs(static_cast<double>(found) - std::max(sum, 0.0)) < 1e-3)) std::abort();
}

/// One thread; bias, residual and relu included. Operations are those of the direct way.
void convolve(benchmark::State& state, std::int64_t channels, std::int64_t size, std::int64_t images) {
  const WinogradShape shape{channels, channels, size, size};
  if (!FloatWinograd::supports(shape)) return state.SkipWithError("this processor has no AVX-512");
  const std::int64_t floats = images * size * size * channels;
  const std::vector<float> weight = pattern(channels * channels * 9, 23), bias = pattern(channels, 7);
  const std::vector<float> x = pattern(floats, 31), residual = pattern(floats, 13);
  // As an engine keeps them: aligned.
  AlignedFloats from(x.size()), start(x.size()), y(x.size());
  std::copy(x.begin(), x.end(), from.data());
  std::copy(residual.begin(), residual.end(), start.data());
  const FloatWinograd kernel(shape, weight.data(), bias.data());
  AlignedFloats scratch(kernel.scratch_floats());
  const auto run = [&] { kernel.run(images, from.data(), start.data(), true, y.data(), scratch.data()); };
  run();
  check(shape, weight, x, bias[0] + residual[0], y.data()[0]);
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  const double calls = static_cast<double>(state.iterations() * images);
  state.counters["images/s"] = benchmark::Counter(calls, benchmark::Counter::kIsRate);
  state.counters["GFLOP/s"] = benchmark::Counter(
      calls * 18e-9 * static_cast<double>(size * size * channels * channels), benchmark::Counter::kIsRate);
}

/// The layers of CIFAR's ResNets, then those of resnet50.
const bool kRegistered = [] {
  constexpr std::int64_t kLayers[][3] = {{16, 32, 8},  {32, 16, 8},  {64, 8, 8}, {64, 56, 4},
                                         {128, 28, 4}, {256, 14, 4}, {512, 7, 8}};
  for (const auto& [channels, size, images] : kLayers) {
    const std::string name =
        "BM_Kernels_FloatWinograd/channels:" + std::to_string(channels) + "/size:" + std::to_string(size);
    benchmark::RegisterBenchmark(name.c_str(), convolve, channels, size, images);
  }
  return true;
}();

}  // namespace
}  // namespace certus
