#pragma once

#include "certus/autograd/blocked_convolution.h"
#include "certus/autograd/blocked_rows.h"
#include "certus/autograd/conv_units.h"
#include "certus/autograd/gradient_slots.h"

namespace certus {

/// A value by its place: inputs of the segment first, then results of units.
using ValueIndex = std::size_t;

/// A ConvUnit ready to be computed.
struct SegmentUnit {
  BlockedConvolution convolution;
  ValueIndex input, output;
  std::optional<ValueIndex> residual;
  bool relu;
  std::optional<double> epsilon;  ///< of the batch norm, where there is one
  // Positions of the parameters in the list of tensors. Where there is no such parameter this is 0, the
  // position of an input.
  std::size_t weight, bias, norm_weight, norm_bias;
  std::string running_mean, running_var;
};

/// What is known about a segment before any images are known: its values, its units, and where
/// gradients will be.
struct SegmentPlan {
  NetworkMode mode;
  std::vector<BlockedShape> shapes;  ///< by ValueIndex
  std::size_t inputs = 0;
  std::vector<SegmentUnit> units;
  std::vector<ValueIndex> outputs;
  std::vector<std::string> parameter_names;  ///< of tensors, after the inputs
  GradientSlots gradients;

  SegmentPlan(const Graph& graph, const Segment& segment, NetworkMode mode);

  bool trains() const { return mode == NetworkMode::kTrain; }

  /// Rows that a thread takes through the unit at a time.
  std::int64_t chunk_rows(const SegmentUnit& unit) const;

  /// Makes what convolutions need for `rows` rows in `shares` shares. Not thread-safe.
  void make_ready(std::int64_t rows, int shares);

  // Memory that suffices for the input or the result of any unit in a chunk, and for any convolution.
  std::int64_t chunk_floats() const;
  std::int64_t scratch_floats() const;
};

/// Rows that a thread takes through all units at a time where no statistics tie them to others.
inline constexpr std::int64_t kFrozenRows = 4;

}  // namespace certus
