#include "certus/smooth/predict.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/binomial_test.h"
#include "certus/stats/certified_radius.h"

namespace certus {

Prediction predict(VoteCounter& f, ImageView x, const PredictParams& params, const NoiseKey& key) {
  Prediction result{.votes = f.count(x, noise_scale(params.sigma), key, 0, params.n)};
  const int top = top_class(result.votes);
  const std::int64_t first = result.votes.counts[static_cast<std::size_t>(top)];
  // Stricter than g needs: draws that vote for nothing can hold off a winner.
  const std::int64_t second =
      std::max(runner_up(result.votes, top), result.votes.non_finite) + result.votes.doubtful;
  result.p_value = first > second ? binomial_test_half(first, first + second) : 1.0;
  if (result.p_value <= params.alpha) result.top_class = top;
  return result;
}

void check_can_predict(const PredictParams& params) {
  check_budget({.n = params.n, .alpha = params.alpha, .sigma = params.sigma});
  const std::int64_t least = least_samples_to_predict(params.alpha);
  if (params.n < least) {
    fail(ErrorKind::kConfig, "n is ", params.n, ": every image would abstain, for at alpha = ", params.alpha,
         " PREDICT needs at least ", least, " votes; give --n ", least, " or more");
  }
}

}  // namespace certus
