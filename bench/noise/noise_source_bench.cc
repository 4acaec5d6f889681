#include <benchmark/benchmark.h>

#include <vector>

#include "certus/noise/grid_gaussian.h"

namespace certus {
namespace {

/// One image under the noise of a source; items are pixels.
void add(benchmark::State& state, const std::shared_ptr<const NoiseSource>& source, float sigma,
         std::size_t elements) {
  std::vector<float> x(elements);
  for (std::size_t i = 0; i < elements; ++i) x[i] = static_cast<float>(i % 256) / 255.0F;
  std::vector<float> out(elements);
  std::uint64_t sample = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(source->add({.seed = 1}, sample++, sigma, x, out));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
}

/// What a run pays once.
void make_table(benchmark::State& state, double sigma) {
  for (auto _ : state) {
    const GridGaussian law(sigma);
    benchmark::DoNotOptimize(&law);
  }
}

const bool kRegistered = [] {
  for (const Generator generator : {Generator::kPhilox, Generator::kChacha20}) {
    for (const float sigma : {0.25F, 0.5F, 1.0F}) {
      for (const std::size_t elements : {784U, 3072U, 150'528U}) {
        const std::string rest = "/elements:" + std::to_string(elements) +
                                 "/sigma:" + std::to_string(sigma).substr(0, 4) + '/' +
                                 std::string(generator_name(generator));
        benchmark::RegisterBenchmark(("BM_Noise_Gaussian" + rest).c_str(), add, gaussian_noise(generator),
                                     sigma, elements);
        benchmark::RegisterBenchmark(("BM_Noise_Sound" + rest).c_str(), add, grid_noise(sigma, generator),
                                     sigma, elements);
      }
    }
  }
  benchmark::RegisterBenchmark("BM_Noise_SoundTable/sigma:0.50", make_table, 0.5);
  return true;
}();

}  // namespace
}  // namespace certus
