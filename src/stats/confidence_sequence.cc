#include "certus/stats/confidence_sequence.h"

#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/outward_bound.h"

namespace certus {
namespace {

/// ln e_n(p) as mixture - log_likelihood(p), and how large the error of the difference may be.
struct Mixture {
  long double k;
  long double misses;
  long double log_numerator;
  long double size;  ///< of the terms in it

  Mixture(std::int64_t votes, std::int64_t n, ConfidenceSequence::Prior prior)
      : k(static_cast<long double>(votes)), misses(static_cast<long double>(n - votes)) {
    const auto log_beta = [this](long double a, long double b) {
      const long double terms[] = {std::lgamma(a), std::lgamma(b), std::lgamma(a + b)};
      for (const long double term : terms) size += std::fabs(term);
      return terms[0] + terms[1] - terms[2];
    };
    size = 0;
    log_numerator = log_beta(k + prior.a, misses + prior.b) - log_beta(prior.a, prior.b);
  }

  /// -ln of the likelihood of a root.
  long double cost(const Root& x) const {
    return (k > 0 ? -k * std::log(x.p) : 0) + (misses > 0 ? -misses * std::log(x.q) : 0);
  }

  /// A lower bound on ln e_n(p). lgamma and log are accurate to a few units in their last place.
  long double least_log_e(const Root& x) const {
    const long double spent = cost(x);
    if (std::isinf(spent)) return spent;  // the votes are impossible at p
    return log_numerator + spent - 16 * std::numeric_limits<long double>::epsilon() * (size + spent);
  }
};

}  // namespace

ConfidenceSequence::ConfidenceSequence(double alpha, Prior prior) : alpha_(alpha), prior_(prior) {
  CERTUS_CHECK(alpha >= 1e-300 && alpha < 1.0);
  CERTUS_CHECK(prior.a > 0.0 && prior.b > 0.0);
}

Probability ConfidenceSequence::lower(std::int64_t k, std::int64_t n) const {
  CERTUS_CHECK(n >= 0 && n <= 1'000'000'000 && k >= 0 && k <= n);
  if (k == 0) return {0.0, 1.0};
  const Mixture mixture(k, n, prior_);
  const long double log_bar = -std::log(static_cast<long double>(alpha_));
  // cost(t) = -k t + n ln(1 + e^t) in the log odds t is convex and falls up to k / n, so Newton's steps from
  // the left never pass the root. At the starting point, -k t alone is as large as the target.
  const long double target = log_bar - mixture.log_numerator;
  long double t = -target / mixture.k;
  Root root = Root::at_log_odds(t);
  for (int step = 0; step < 200; ++step) {
    const long double slope = mixture.misses * root.p - mixture.k * root.q;
    const long double move = (target - mixture.cost(root)) / slope;
    t += move;
    root = Root::at_log_odds(t);
    if (!(move > 1e-15L * std::fmax(1.0L, std::fabs(t)))) break;
  }
  return outward_lower_bound(root, [&](const Root& x) { return mixture.least_log_e(x) < log_bar; });
}

Probability ConfidenceSequence::upper(std::int64_t k, std::int64_t n) const {
  const ConfidenceSequence mirror(alpha_, {.a = prior_.b, .b = prior_.a});
  const Probability misses = mirror.lower(n - k, n);
  return {misses.q, misses.p};
}

ConfidenceSequence::Side ConfidenceSequence::side_of(Probability p0, std::int64_t k, std::int64_t n) const {
  CERTUS_CHECK(n >= 0 && n <= 1'000'000'000 && k >= 0 && k <= n);
  const Mixture mixture(k, n, prior_);
  if (mixture.least_log_e({p0.p, p0.q}) < -std::log(static_cast<long double>(alpha_)))
    return Side::kUndecided;
  return mixture.k * p0.q > mixture.misses * p0.p ? Side::kAbove : Side::kBelow;
}

std::int64_t ConfidenceSequence::least_count_above(Probability p0, std::int64_t n) const {
  if (side_of(p0, n, n) != Side::kAbove) return n + 1;
  // Above k / n = p0 the interval's lower end rises with k.
  std::int64_t low = static_cast<std::int64_t>(static_cast<double>(n) * p0.p);  // not above p0
  if (side_of(p0, low, n) == Side::kAbove) low = 0;
  std::int64_t high = n;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (side_of(p0, middle, n) == Side::kAbove ? high : low) = middle;
  }
  return high;
}

}  // namespace certus
