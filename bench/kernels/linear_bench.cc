#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "certus/kernels/exact_linear.h"
#include "certus/kernels/float_linear.h"
#include "certus/noise/gaussian.h"

namespace certus {
namespace {

/// Before timing: both layers give about the same.
void check(std::int64_t in, std::int64_t out, const FloatLinear& approximate, const ExactLinear& exact) {
  const std::vector<std::int32_t> v(static_cast<std::size_t>(in), 3);
  const std::vector<float> x(v.begin(), v.end());
  std::vector<float> y(static_cast<std::size_t>(out)), z(y.size());
  approximate.run(1, x.data(), false, y.data());
  exact.run(1, v.data(), z.data());
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (std::abs(y[i] - z[i]) > 1e-3F * (1.0F + std::abs(z[i]))) std::abort();
  }
}

/// Times run(float layer, exact layer, images, inputs of either, outputs).
template <typename Run>
void time_linear(benchmark::State& state, Run run) {
  const std::int64_t in = state.range(0), out = state.range(1), images = state.range(2);
  std::vector<float> weight(static_cast<std::size_t>(in * out)), x(static_cast<std::size_t>(images * in));
  fill_gaussian({.seed = 1}, 0, weight);
  fill_gaussian({.seed = 2}, 0, x);
  const FloatLinear approximate(in, out, weight.data(), nullptr);
  const ExactLinear exact(in, out, weight.data(), nullptr, 1.0F);
  check(in, out, approximate, exact);
  std::vector<std::int32_t> v;
  for (const float value : x) v.push_back(static_cast<std::int32_t>(value * 1000.0F));
  std::vector<float> y(static_cast<std::size_t>(images * out));
  for (auto _ : state) {
    run(approximate, exact, images, x, v, y);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * images);
}

void run_float(benchmark::State& state) {
  time_linear(state, [](const FloatLinear& layer, const ExactLinear&, std::int64_t images, const auto& x,
                        const auto&, auto& y) { layer.run(images, x.data(), false, y.data()); });
}
void run_exact(benchmark::State& state) {
  time_linear(state, [](const FloatLinear&, const ExactLinear& layer, std::int64_t images, const auto&,
                        const auto& v, auto& y) { layer.run(images, v.data(), y.data()); });
}

/// The layers of lenet, cifar_resnet and resnet50; items are images.
void shapes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"in", "out", "images"});
  for (const std::int64_t images : {1, 8, 32}) {
    bench->Args({800, 500, images})
        ->Args({500, 10, images})
        ->Args({64, 10, images})
        ->Args({2048, 1000, images});
  }
}
BENCHMARK(run_float)->Name("BM_Kernels_FloatLinear")->Apply(shapes);
BENCHMARK(run_exact)->Name("BM_Kernels_ExactLinear")->Apply(shapes);

}  // namespace
}  // namespace certus
