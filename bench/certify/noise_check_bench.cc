// What the look at the noise adds to the start of a run.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "certus/certify/noise_check.h"
#include "certus/noise/grid_gaussian.h"

namespace certus {
namespace {

void check(benchmark::State& state, const std::shared_ptr<const NoiseSource>& source, std::int64_t elements) {
  const std::vector<float> x(static_cast<std::size_t>(elements), 128.0F / 255.0F);
  for (auto _ : state) {
    benchmark::DoNotOptimize(check_noise(*source, {{1, 1, elements}, x}, 0.5F, 1));
  }
}

/// One MNIST image, one CIFAR image, one ImageNet image.
const bool kRegistered = [] {
  for (const std::int64_t elements : {784, 3072, 150'528}) {
    const std::string rest = "/elements:" + std::to_string(elements);
    benchmark::RegisterBenchmark(("BM_NoiseCheck_Gaussian" + rest).c_str(), check, gaussian_noise(), elements)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("BM_NoiseCheck_Sound" + rest).c_str(), check, grid_noise(0.5F), elements)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace certus
