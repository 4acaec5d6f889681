#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

namespace {

/// What certus is compared with: libtorch's generator on one thread, into memory that is there already.
void BM_Noise_LibtorchRandn(benchmark::State& state) {
  at::set_num_threads(1);
  at::manual_seed(1);
  at::Tensor out = at::empty({state.range(0)}, at::kFloat);
  out.normal_();
  if (std::abs(out.mean().item<float>()) > 0.3f) std::abort();  // eight standard errors at 784 elements
  for (auto _ : state) {
    out.normal_();
    benchmark::DoNotOptimize(out.data_ptr<float>());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Noise_LibtorchRandn)->ArgName("elements")->Arg(784)->Arg(3072)->Arg(150'528);

}  // namespace
