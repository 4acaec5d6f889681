#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

#include "certus/stats/binomial.h"
#include "certus/stats/certified_radius.h"

namespace certus {
namespace {

/// Before timing: the functions agree with the one value everybody in the field knows.
void check_once() {
  static const bool right =
      std::abs(*largest_radius({.n = 100'000, .alpha = 0.001, .sigma = 1.0}) - 3.811457) < 1e-6;
  if (!right) std::abort();
}

void BM_Stats_CertifiedRadius(benchmark::State& state) {
  check_once();
  const Budget budget{.n = state.range(0), .alpha = 0.001, .sigma = 1.0};
  std::int64_t k = budget.n * 9 / 10;
  for (auto _ : state) {
    benchmark::DoNotOptimize(certified_radius(k, budget));
    k = k < budget.n ? k + 1 : budget.n * 9 / 10;
  }
  state.counters["radii/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Stats_CertifiedRadius)->ArgName("n")->Arg(1000)->Arg(100'000)->Arg(1'000'000'000);

void BM_Stats_KMin(benchmark::State& state) {
  check_once();
  const Budget budget{.n = state.range(0), .alpha = 0.001, .sigma = 1.0};
  double r = 0.5;
  for (auto _ : state) {
    benchmark::DoNotOptimize(k_min(r, budget));
    r = r < 2.0 ? r + 0.001 : 0.5;
  }
  state.counters["inversions/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Stats_KMin)->ArgName("n")->Arg(1000)->Arg(100'000)->Arg(1'000'000'000);

void BM_Stats_BinomialTail(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  for (auto _ : state) benchmark::DoNotOptimize(binomial_upper_tail(n * 7 / 10, n, 0.69));
  state.counters["tails/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Stats_BinomialTail)->ArgName("n")->Arg(1000)->Arg(100'000)->Arg(1'000'000'000);

}  // namespace
}  // namespace certus
