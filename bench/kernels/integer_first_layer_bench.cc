#include <benchmark/benchmark.h>

#include <cstdlib>
#include <vector>

#include "certus/kernels/integer_first_layer.h"
#include "certus/kernels/kernel_support.h"
#include "certus/noise/gaussian.h"

namespace certus {
namespace {

IntegerFirstLayer make_layer(std::int64_t in, std::int64_t out, std::int64_t size, Window window) {
  const std::int64_t made = (size + 2 * window.pad[0] - window.kernel[0]) / window.stride[0] + 1;
  IntegerFirstLayer layer{
      .window = window, .input = {in, size, size}, .output = {out, made, made}, .limit = 4095};
  layer.scale.assign(static_cast<std::size_t>(in), 1000.0F);
  layer.offset.assign(static_cast<std::size_t>(in), -0.3F);
  for (std::int64_t i = 0; i < out * in * window.kernel[0] * window.kernel[1]; ++i) {
    layer.weight.push_back(static_cast<std::int16_t>(i * 37 % 601 - 300));
  }
  layer.bias.assign(static_cast<std::size_t>(out), 5000);
  layer.shift.assign(static_cast<std::size_t>(out), 15);
  return layer;
}

/// One image at a time, quantization included; arguments: in, out, size, window, stride, padding.
void run_first_layer(benchmark::State& state) {
  const std::int64_t kernel = state.range(3), stride = state.range(4), pad = state.range(5);
  const Window window{.kernel = {kernel, kernel}, .stride = {stride, stride}, .pad = {pad, pad, pad, pad}};
  const IntegerFirstLayer layer = make_layer(state.range(0), state.range(1), state.range(2), window);
  std::vector<float> x(static_cast<std::size_t>(element_count(layer.input)));
  fill_gaussian({.seed = 2}, 0, x);
  std::vector<std::uint8_t> y(static_cast<std::size_t>(element_count(layer.output))), expected(y.size());
  const FirstLayerKernel first_layer(layer);
  std::vector<std::byte> scratch(first_layer.scratch_bytes());
  {
    const WithoutAvx512 without;
    FirstLayerKernel(layer).run(1, x.data(), expected.data(), scratch.data());
  }
  for (auto _ : state) {
    first_layer.run(1, x.data(), y.data(), scratch.data());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  if (y != expected) std::abort();
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(run_first_layer)
    ->Name("BM_Kernels_FirstLayer")
    ->ArgNames({"in", "out", "size", "window", "stride", "pad"})
    ->Args({3, 16, 32, 3, 1, 1})
    ->Args({3, 64, 224, 7, 2, 3})
    ->Args({1, 20, 28, 5, 1, 0});

}  // namespace
}  // namespace certus
