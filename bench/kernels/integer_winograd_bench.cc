#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "certus/kernels/integer_winograd.h"

namespace certus {
namespace {

/// As many channels out as in, a residual, weights within bounds.
IntegerConvolution convolution_of(std::int64_t channels, std::int64_t size, std::mt19937& random) {
  IntegerConvolution convolution{.window = {.kernel = {3, 3}, .pad = {1, 1, 1, 1}},
                                 .input = {channels, size, size},
                                 .output = {channels, size, size}};
  const auto count = static_cast<std::size_t>(channels);
  convolution.weight.resize(count * count * 9);
  for (std::int8_t& weight : convolution.weight) weight = static_cast<std::int8_t>(random() % 13) - 6;
  convolution.bias.assign(count, 64);
  convolution.shift.assign(count, 7);
  convolution.residual = {.is_signed = false, .shift = -1};
  check_bounds(convolution);
  return convolution;
}

struct alignas(64) Line {
  std::byte of[64];
};

/// One call with `images` images, as an engine makes them.
void run(benchmark::State& state, std::int64_t channels, std::int64_t size, std::int64_t images) {
  std::mt19937 random(1);
  const IntegerConvolution convolution = convolution_of(channels, size, random);
  if (!IntegerWinograd::supports(convolution)) {
    state.SkipWithError("this processor has no AVX-512 VNNI");
    return;
  }
  const IntegerWinograd winograd(convolution);
  std::vector<Line> scratch((winograd.scratch_bytes() + sizeof(Line) - 1) / sizeof(Line));
  std::vector<std::uint8_t> x(static_cast<std::size_t>(images * channels * size * size));
  for (std::uint8_t& byte : x) byte = static_cast<std::uint8_t>(random());
  std::vector<std::uint8_t> residual(x.rbegin(), x.rend()), y(x.size());

  // Before timing: the bytes of the first image are right.
  std::vector<std::uint8_t> expected(x.size() / static_cast<std::size_t>(images));
  portable_convolution(convolution, 1, x.data(), residual.data(), expected.data());
  winograd.run(images, x.data(), residual.data(), y.data(), scratch[0].of);
  if (!std::equal(expected.begin(), expected.end(), y.begin())) std::abort();

  for (auto _ : state) {
    winograd.run(images, x.data(), residual.data(), y.data(), scratch[0].of);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  const auto done = static_cast<double>(state.iterations() * images);
  const auto operations = static_cast<double>(2 * 9 * channels * channels * size * size);  // the direct way
  state.counters["images/s"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
  state.counters["GOP/s"] = benchmark::Counter(done * operations / 1e9, benchmark::Counter::kIsRate);
}

/// The layers of CIFAR's residual networks, then those of ImageNet's.
const bool kRegistered = [] {
  struct Layer {
    std::int64_t channels, size;
  };
  for (const auto& [channels, size] : {Layer{16, 32}, Layer{32, 16}, Layer{64, 8}, Layer{64, 56},
                                       Layer{128, 28}, Layer{256, 14}, Layer{512, 7}}) {
    const std::string name = "BM_Kernels_IntegerWinograd/channels:" + std::to_string(channels) +
                             "/size:" + std::to_string(size) + "/images:16";
    benchmark::RegisterBenchmark(name.c_str(), run, channels, size, 16);
  }
  return true;
}();

}  // namespace
}  // namespace certus
