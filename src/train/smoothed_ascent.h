#pragma once

#include <optional>

#include "certus/train/method.h"

namespace certus {

/// How an attack on the smoothed classifier moves.
struct SmoothedAscent {
  enum class Objective { kMean, kSum };  ///< over images; matters only through the guard of unit directions
  double step_size = 0.0;                ///< l2 length
  std::optional<double> radius;          ///< of the l2 ball around the clean images; none when empty
  Objective objective = Objective::kMean;
};

/// One step from images `from` up the negative log likelihood of the averaged softmax under the noise of
/// the slice (noise-major), then a projection into the ball around slice.images, then into [0, 1]. The
/// result is a constant.
at::Tensor smoothed_ascent(const Classifier& frozen, const Slice& slice, const at::Tensor& from,
                           const SmoothedAscent& ascent);

}  // namespace certus
