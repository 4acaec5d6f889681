#pragma once

#include <memory>

#include "certus/autograd/conv_units.h"
#include "certus/autograd/tensor_map.h"

namespace certus {

struct SegmentKernel;

/// Units of a network (see conv_units.h) executed as one differentiable operation on a CPU with AVX-512.
///
/// Every thread has rows of its own and takes a few of them at a time through a unit, so that they are in its
/// cache from the convolution to the relu, and on the way back from the relu to the gradients of the weights.
/// Results are a function of the inputs and of the number of threads that libtorch is set to, not of how many
/// OpenMP grants. Gradients of gradients are not offered.
class FusedSegment {
 public:
  FusedSegment(const Graph& graph, const Segment& segment, NetworkMode mode);

  /// Computes the segment's outputs, in their order, from its inputs, in theirs. In kTrain, batch norm uses
  /// the statistics of all rows and updates the running ones.
  std::vector<at::Tensor> run(const TensorMap& parameters, const std::vector<at::Tensor>& inputs) const;

 private:
  std::shared_ptr<SegmentKernel> kernel_;
};

}  // namespace certus
