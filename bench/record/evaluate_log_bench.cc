// A log of ten million rows, from the file to its metrics: rows/s on one core, and bytes of memory a row.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "certus/logs/load_log.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/record/simulate.h"

namespace certus {
namespace {

enum Style { kRecord = 0, kField = 1 };

/// A file with the rows of 5000 simulated images, again and again under new indices.
class BigLog {
 public:
  BigLog(Style style, std::int64_t rows) {
    path_ = (std::filesystem::temp_directory_path() /
             ("certus_bench_" + std::to_string(style) + "_noise_0.5.tsv"))
                .string();
    const Population population = Population::parse("beta:3,0.3");
    const SimulationParams params{.budget = {.n = 100'000, .alpha = 0.001, .sigma = 0.5}};
    std::vector<std::string> tails;
    for (std::int64_t i = 0; i < 5000; ++i) {
      const auto record = simulate_record(population, params, i);
      const std::string row = style == kRecord ? record_row(record) : field_row(record);
      tails.push_back(row.substr(row.find('\t')) + "\n");
    }
    std::FILE* file = std::fopen(path_.c_str(), "w");
    if (file == nullptr) std::abort();
    std::fprintf(file, "%s\n", (style == kRecord ? record_header({}) : std::string(kFieldHeader)).c_str());
    for (std::int64_t i = 0; i < rows; ++i)
      std::fprintf(file, "%lld%s", static_cast<long long>(i),
                   tails[static_cast<std::size_t>(i % 5000)].c_str());
    if (std::fclose(file) != 0) std::abort();
  }
  ~BigLog() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

void BM_Record_EvaluateLog(benchmark::State& state) {
  const std::int64_t rows = state.range(1);
  const BigLog big(static_cast<Style>(state.range(0)), rows);
  const auto radii = parse_grid("0:0.25:1.75", "radii", 0, 10);
  const auto p_grid = parse_grid("0.5:0.001:1", "p", 0, 1);
  const double before = peak_bytes();
  for (auto _ : state) {
    const LoadedLog loaded = load_log(big.path(), {.alpha = 0.001});
    if (static_cast<std::int64_t>(loaded.log.rows()) != rows) std::abort();
    benchmark::DoNotOptimize(average_certified_radius(loaded.log));
    benchmark::DoNotOptimize(certified_accuracy(loaded.log, radii, 0.95).data());
    benchmark::DoNotOptimize(PaDistribution(loaded.log, 100'000).curve(p_grid, 0.95).data());
  }
  state.counters["rows/s"] =
      benchmark::Counter(static_cast<double>(state.iterations() * rows), benchmark::Counter::kIsRate);
  state.counters["bytes/row"] = (peak_bytes() - before) / static_cast<double>(rows);
}
// Peak memory is that of the whole process: scripts/bench.sh runs each case in one of its own.
BENCHMARK(BM_Record_EvaluateLog)
    ->ArgNames({"field", "rows"})
    ->Args({kRecord, 10'000'000})
    ->Args({kField, 10'000'000})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);

}  // namespace
}  // namespace certus
