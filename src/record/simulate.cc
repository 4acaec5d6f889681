#include "certus/record/simulate.h"

#include <algorithm>

#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"

namespace certus {
namespace {
enum Stream : std::uint64_t {
  kProbability,
  kSelection,
  kEstimation
};  // disjoint: selection and estimation share no random numbers
}

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

}  // namespace certus
