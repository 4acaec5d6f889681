#pragma once

#include <cstddef>
#include <vector>

#include "certus/autograd/blocked_rows.h"

namespace certus {

/// Mean and sum of squared deviations of every channel over the values seen so far, in double precision.
/// Parts are joined as Chan, Golub and LeVeque do, "Updating formulae and a pairwise algorithm for computing
/// sample variances", 1979. Channels are a multiple of 16.
struct ChannelMoments {
  std::vector<double> mean, squares;
  double count = 0.0;  ///< values of a channel

  explicit ChannelMoments(std::int64_t channels);

  /// Adds rows of a value in blocks.
  void add_rows(const BlockedShape& shape, std::int64_t rows, const float* y);
  void add(const ChannelMoments& other);
};

}  // namespace certus
