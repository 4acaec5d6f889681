#pragma once

#include <cstdint>
#include <optional>

#include "certus/smooth/vote_counter.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// What the radius is proven from.
enum class RadiusRule {
  kTopClass,    ///< sigma Phi^-1(p_A): all of alpha bounds p_A, and p_B is at most 1 - p_A
  kTopTwo,      ///< sigma/2 (Phi^-1(p_A) - Phi^-1(p_B)): half of alpha for p_A, half for all other classes
  kRandomized,  ///< as kTopClass, from the bound that a uniform number makes exact
                ///< (randomized_clopper_pearson.h)
};

struct CertifyParams {    // Letters follow Cohen et al. (2019), Algorithm 1.
  std::int64_t n0 = 100;  ///< draws that choose the class
  Budget budget;          ///< n fresh draws that bound its probability, alpha, sigma
  RadiusRule rule = RadiusRule::kTopClass;
};

/// Abstaining is an outcome, not an error.
struct Certificate {
  std::optional<int> top_class;   ///< empty: abstained
  double radius = 0.0;            ///< certified L2 radius; 0 when abstained
  Votes votes;                    ///< of the n estimation draws
  std::optional<double> uniform;  ///< behind a randomised bound
};

/// CERTIFY (Cohen et al. 2019). With probability at least 1 - alpha over the draws, the smoothed classifier
/// g(x') = argmax_c P[f(x' + sigma eps) = c] returns top_class everywhere in the L2 ball of that radius
/// around x; the statement is about g, not about f and not about a finite-sample prediction. The draws are a
/// function of `key`; keys of different images make their certificates independent.
Certificate certify(VoteCounter& f, ImageView x, const CertifyParams& params, const NoiseKey& key);

/// The uniform number of the image's randomised bound: one for all time, from the key with a purpose of its
/// own, in (0, 1).
double uniform_of_bound(NoiseKey key);

/// Fails unless n0 and the budget make sense and the budget can certify anything at all; names the least n
/// that could.
void check_can_certify(const CertifyParams& params);

/// Fails when n is so large that the best certificate would claim more than the noise has: the failure
/// probability it bounds, -ln(alpha) / n, has to exceed that of a draw whose Gaussian original has a pixel
/// beyond the largest |g|.
void check_noise_suffices(const CertifyParams& params, std::size_t pixels);

}  // namespace certus
