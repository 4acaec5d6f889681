#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "certus/noise/gaussian.h"
#include "certus/noise/gaussian_kernels.h"

namespace certus {
namespace {

constexpr NoiseKey kKey{.seed = 1, .image = 2, .purpose = Purpose::kVotes};

/// Before timing: the kernel gives the bits of the scalar one.
void check(NoiseKernel kernel, std::size_t elements) {
  std::vector<float> found(elements);
  std::vector<float> expected(elements);
  fill_gaussian(kernel, kKey, 3, found);
  fill_gaussian(NoiseKernel::kScalar, kKey, 3, expected);
  if (found != expected) std::abort();
}

void report(benchmark::State& state, std::size_t elements) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
}

void fill(benchmark::State& state, NoiseKernel kernel, std::size_t elements) {
  check(kernel, elements);
  std::vector<float> out(elements);
  std::uint64_t sample = 0;
  for (auto _ : state) {
    fill_gaussian(kernel, kKey, sample++, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  report(state, elements);
}

void add(benchmark::State& state, NoiseKernel kernel, std::size_t elements) {
  check(kernel, elements);
  const std::vector<float> x(elements, 0.5f);
  std::vector<float> out(elements);
  std::uint64_t sample = 0;
  for (auto _ : state) {
    add_gaussian(kernel, kKey, sample++, 0.5f, x, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  report(state, elements);
}

/// One MNIST image, one CIFAR image, one ImageNet image; items are normals.
const bool kRegistered = [] {
  for (const NoiseKernel kernel : supported_noise_kernels()) {
    for (const std::size_t elements : {784u, 3072u, 150'528u}) {
      const std::string rest =
          "/elements:" + std::to_string(elements) + "/kernel:" + std::string(noise_kernel_name(kernel));
      benchmark::RegisterBenchmark(("BM_Noise_FillGaussian" + rest).c_str(), fill, kernel, elements);
      benchmark::RegisterBenchmark(("BM_Noise_AddGaussian" + rest).c_str(), add, kernel, elements);
    }
  }
  return true;
}();

}  // namespace
}  // namespace certus
