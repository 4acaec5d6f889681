#pragma once

#include <cstdint>
#include <optional>

#include "certus/smooth/vote_counter.h"

namespace certus {

struct PredictParams {
  std::int64_t n = 100'000;  ///< draws
  double alpha = 0.001;      ///< allowed failure probability
  double sigma = 0.5;        ///< noise level, for pixels in [0, 1]
};

struct Prediction {
  std::optional<int> top_class;  ///< empty: abstained
  double p_value = 1.0;          ///< of the test of the two top classes
  Votes votes;
};

/// PREDICT (Cohen et al. 2019). With probability at least 1 - alpha over the draws it abstains or returns the
/// class of the smoothed classifier at x.
Prediction predict(VoteCounter& f, ImageView x, const PredictParams& params, const NoiseKey& key);

/// Fails unless n draws could ever give an answer at this alpha; names the least that could.
void check_can_predict(const PredictParams& params);

}  // namespace certus
