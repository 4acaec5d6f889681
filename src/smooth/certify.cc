#include "certus/smooth/certify.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"
#include "certus/stats/randomized_clopper_pearson.h"
#include "certus/stats/two_class_radius.h"

namespace certus {
namespace {

std::optional<double> radius_of(const Votes& votes, int top, const CertifyParams& params,
                                const std::optional<double>& uniform) {
  const std::int64_t k = votes.counts[static_cast<std::size_t>(top)];
  if (uniform) return randomized_radius(k, params.budget, *uniform);
  if (params.rule == RadiusRule::kTopClass) return certified_radius(k, params.budget);
  return two_class_radius(k, runner_up(votes, top) + votes.doubtful, static_cast<int>(votes.counts.size()),
                          params.budget);
}

}  // namespace

Certificate certify(VoteCounter& f, ImageView x, const CertifyParams& params, const NoiseKey& key) {
  const float sigma = noise_scale(params.budget.sigma);
  // Choosing and estimating on the same draws would void the guarantee: the ranges are disjoint.
  const int top = top_class(f.count(x, sigma, key, 0, params.n0));
  Votes estimation = f.count(x, sigma, key, static_cast<std::uint64_t>(params.n0), params.budget.n);
  std::optional<double> uniform;
  if (params.rule == RadiusRule::kRandomized) uniform = uniform_of_bound(key);
  const auto radius = radius_of(estimation, top, params, uniform);
  return {.top_class = radius ? std::optional<int>(top) : std::nullopt,
          .radius = radius.value_or(0.0),
          .votes = std::move(estimation),
          .uniform = uniform};
}

double uniform_of_bound(NoiseKey key) {
  key.purpose = Purpose::kBound;
  const auto high = static_cast<double>(keyed_bits(key, 0, 0));
  const auto low = static_cast<double>(keyed_bits(key, 0, 1) >> 12U);  // 52 bits: the half below is exact
  return (high * 0x1p20 + low + 0.5) * 0x1p-52;
}

void check_can_certify(const CertifyParams& params) {
  check_budget(params.budget);
  if (params.n0 < 1 || params.n0 > 1'000'000'000) {
    fail(ErrorKind::kConfig, "n0 is ", params.n0, ", expected a number of votes in [1, 1000000000]");
  }
  Budget spent = params.budget;
  if (params.rule == RadiusRule::kTopTwo) spent.alpha /= 2;
  const auto least = least_samples_for_radius(0.0, spent);
  CERTUS_CHECK(least.has_value());
  if (params.budget.n < *least) {
    fail(ErrorKind::kConfig, "n is ", params.budget.n,
         ": every image would abstain, for at alpha = ", params.budget.alpha, " at least ", *least,
         " votes are needed; give --n ", *least, " or more");
  }
}

void check_noise_suffices(const CertifyParams& params, std::size_t pixels) {
  const double missing = static_cast<double>(pixels) * kMissingTail;
  const double claim = params.rule == RadiusRule::kRandomized
                           ? least_randomized_claim(params.budget) * static_cast<double>(params.budget.n)
                           : -std::log(params.budget.alpha);
  const double most = claim / missing;
  if (static_cast<double>(params.budget.n) > most) {
    fail(ErrorKind::kConfig, "n is ", params.budget.n, ": for images of ", pixels,
         " numbers the tails of the noise carry at most ", std::floor(most), " votes; give --n below that");
  }
}

}  // namespace certus
