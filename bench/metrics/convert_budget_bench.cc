#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "certus/metrics/budget_conversion.h"
#include "certus/record/simulate.h"

namespace certus {
namespace {

PaDistribution simulated(std::int64_t n) {
  const Population population = Population::parse("beta:3,0.3");
  const SimulationParams params{.budget = {.n = n, .alpha = 0.001, .sigma = 1.0}};
  CertificationLog log;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    const auto record = simulate_record(population, params, i);
    std::int64_t votes = 0;
    for (const auto& entry : record.counts) votes += entry.label == record.label ? entry.votes : 0;
    log.idx.push_back(i);
    log.label_votes.push_back(votes);
  }
  return {log, n};
}

void BM_Metrics_ConvertBudget(benchmark::State& state) {
  const auto method = static_cast<ConversionMethod>(state.range(0));
  const Budget source{.n = state.range(1), .alpha = 0.001, .sigma = 1.0};
  const Budget target{.n = state.range(2), .alpha = 0.001, .sigma = 1.0};
  const PaDistribution p_a = simulated(source.n);
  const std::vector<double> radii = {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5};
  const Conversion once = convert_budget(p_a, source, target, radii, method, 0.95);
  if (std::abs(once.accuracy[0].value - p_a.share_at_least(0.5)) > 0.1) std::abort();
  for (auto _ : state) benchmark::DoNotOptimize(convert_budget(p_a, source, target, radii, method, 0.95));
  state.SetLabel(method_text(method) + ", 10,000 images, 8 radii");
}
BENCHMARK(BM_Metrics_ConvertBudget)
    ->ArgNames({"method", "from", "to"})
    ->Args({0, 100'000, 1000})
    ->Args({1, 100'000, 1000})
    ->Args({2, 100'000, 1000})
    ->Args({0, 1000, 100'000})
    ->Args({1, 1000, 100'000})
    ->Args({2, 1000, 100'000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace certus
