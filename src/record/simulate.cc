#include "certus/record/simulate.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/record/record_writer.h"
#include "certus/record/run_manifest.h"
#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"

namespace certus {
namespace {
enum Stream : std::uint64_t {
  kProbability,
  kSelection,
  kEstimation
};  // disjoint: selection and estimation share no random numbers

RunManifest manifest_of(const SimulatedLog& log) {
  return {.budget = log.params.budget,
          .n0 = log.params.n0,
          .seed = log.params.seed,
          .model = join_text("simulated population ", log.population_name),
          .data = join_text(log.params.images, " simulated images"),
          .preprocessing = "none",
          .engine = "simulate",
          .precision = "exact",
          .certus = certus_version()};
}

}  // namespace

CertificationRecord simulate_record(const Population& population, const SimulationParams& params,
                                    std::int64_t i) {
  const auto uniform = [&](Stream stream) {
    return keyed_uniform(params.seed, stream, static_cast<std::uint64_t>(i));
  };
  const Probability p_a = population.draw(i, uniform(kProbability));

  CertificationRecord record;
  record.idx = i;
  record.label = static_cast<int>(i % params.classes);
  record.n0 = params.n0;
  record.n = params.budget.n;
  const int other = (record.label + 1) % params.classes;

  const std::int64_t selection = binomial_quantile(uniform(kSelection), params.n0, p_a);
  const std::int64_t estimation = binomial_quantile(uniform(kEstimation), params.budget.n, p_a);
  if (estimation > 0) record.counts.push_back({record.label, estimation});
  if (estimation < record.n) record.counts.push_back({other, record.n - estimation});
  std::sort(record.counts.begin(), record.counts.end(), [](auto a, auto b) { return a.label < b.label; });

  // The first class wins a tie, as with argmax.
  const bool label_chosen = 2 * selection > params.n0 || (2 * selection == params.n0 && record.label < other);
  decide(record, label_chosen ? record.label : other, params.budget);
  return record;
}

SimulationCounts write_simulated_log(const std::filesystem::path& path, const SimulatedLog& log,
                                     Overwrite overwrite) {
  SimulationCounts counts;
  const auto each = [&](const auto& take) {
    for (std::int64_t i = 0; i < log.params.images; ++i) {
      const CertificationRecord record = simulate_record(log.population, log.params, i);
      counts.abstained += record.predicted ? 0 : 1;
      counts.correct += record.predicted && *record.predicted == record.label ? 1 : 0;
      take(record);
    }
  };
  if (log.style == LogStyle::kCertus) {
    RecordWriter writer = RecordWriter::create(path, manifest_of(log), {}, overwrite);
    each([&](const CertificationRecord& record) { writer.append(record); });
    writer.finish();
    return counts;
  }
  std::string text = join_text(kFieldHeader, '\n');
  each([&](const CertificationRecord& record) { text += field_row(record) + '\n'; });
  // A manifest left from a record of that name would contradict the new log.
  check_may_write(manifest_path(path), overwrite);
  write_file(path, text, overwrite);
  std::filesystem::remove(manifest_path(path));
  return counts;
}

}  // namespace certus
