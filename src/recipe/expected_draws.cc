#include "certus/recipe/expected_draws.h"

#include <map>
#include <numeric>

#include "certus/base/error.h"
#include "certus/recipe/discard.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/reweight.h"
#include "certus/stats/binomial.h"

namespace certus {
namespace {

/// The mean weight of reweight.samples of an image's votes, taken without replacement.
class MeanWeight {
 public:
  MeanWeight(const Config& config, std::int64_t samples) : samples_(samples) {
    const SamplingWeightParams params = weight_params(config.read<ReweightSettings>());
    if (samples < params.n) {
      fail(ErrorKind::kConfig, "p_A of an image comes from ", samples, " draws, but reweight.samples is ",
           params.n, ": estimate p_A from at least as many draws");
    }
    std::vector<std::int64_t> counts(static_cast<std::size_t>(params.n) + 1);
    std::iota(counts.begin(), counts.end(), 0);
    by_count_ = sampling_weights(counts, params);
  }

  /// The mean weight of an image with `correct` correct votes.
  double of(std::int64_t correct) {
    const auto [known, is_new] = known_.try_emplace(correct, by_count_.front());
    const std::int64_t n = std::ssize(by_count_) - 1;
    for (std::int64_t k = 1; is_new && k <= n; ++k) {
      const double rise = by_count_[static_cast<std::size_t>(k)] - by_count_[static_cast<std::size_t>(k - 1)];
      known->second += rise * hypergeometric_upper_tail(k, samples_, correct, n);
    }
    return known->second;
  }

 private:
  std::int64_t samples_;
  std::vector<double> by_count_;  ///< weight by correct votes of reweight.samples
  std::map<std::int64_t, double> known_;
};

}  // namespace

std::vector<double> expected_draws(const Config& config, std::span<const std::int64_t> correct,
                                   std::int64_t samples) {
  const TrainingPieces pieces = pieces_of(config);
  const std::int64_t last_epoch = config.read<LoopSettings>().epochs - 1;
  const auto acts = [&](const std::optional<std::int64_t>& from) { return from && *from <= last_epoch; };
  std::vector<double> draws(correct.size(), 1.0);
  if (acts(pieces.discard_from)) {
    draws.assign(correct.size(), 0.0);
    for (const std::int64_t kept : kept_images(correct, samples, config.read<DiscardSettings>().below))
      draws[static_cast<std::size_t>(kept)] = 1.0;
  }
  if (acts(pieces.reweight_from)) {
    MeanWeight weight(config, samples);
    for (std::size_t i = 0; i < draws.size(); ++i) draws[i] *= weight.of(correct[i]);
  }
  const double sum = std::accumulate(draws.begin(), draws.end(), 0.0);
  for (double& each : draws) each *= static_cast<double>(draws.size()) / sum;
  return draws;
}

}  // namespace certus
