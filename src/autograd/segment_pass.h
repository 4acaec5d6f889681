#pragma once

#include <torch/csrc/autograd/variable.h>

#include <memory>

#include "certus/autograd/buffer_pool.h"
#include "certus/autograd/segment_plan.h"
#include "certus/autograd/tensor_map.h"

namespace certus {

/// A segment and the memory that its passes reuse.
struct SegmentKernel {
  SegmentKernel(const Graph& graph, const Segment& segment, NetworkMode mode) : plan(graph, segment, mode) {}
  SegmentPlan plan;
  BufferPool pool;
};

/// What a unit knows about its channels in a pass.
struct ChannelNumbers {
  std::vector<float> scale, shift;          ///< y becomes y * scale + shift
  std::vector<float> mean, deviation;       ///< of the batch: 1 / sqrt(variance + epsilon)
  std::vector<float> mean_gradient, slope;  ///< see plane_norm_gradient
};

/// One pass forward and what the pass back needs from it.
struct SegmentPass : torch::CustomClassHolder {
  SegmentPass(std::shared_ptr<SegmentKernel> segment, torch::autograd::variable_list inputs_and_parameters)
      : kernel(std::move(segment)), tensors(std::move(inputs_and_parameters)), memory(kernel->pool) {}

  std::shared_ptr<SegmentKernel> kernel;
  torch::autograd::variable_list tensors;  ///< inputs, then parameters
  std::int64_t rows = 0;
  int shares = 1;                 ///< of the rows, forward and back
  std::vector<float*> values;     ///< by ValueIndex; null where it is not kept
  std::vector<float*> convolved;  ///< by unit: what goes into its batch norm
  /// By share, then unit. Computed for every share: threads then wait for each other only once per unit,
  /// which matters where cores are shared.
  std::vector<std::vector<ChannelNumbers>> numbers;
  PooledBuffers memory;
};

/// Sizes of tensors are signed, places in vectors are not.
inline std::size_t index_of(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// Computes the outputs of the segment from the tensors that the pass was made with, and fills in the rest of
/// the pass. In kTrain it updates the running statistics in `parameters`.
torch::autograd::variable_list segment_forward(SegmentPass& pass, const TensorMap& parameters);

/// The gradients of the tensors for which they are wanted, computed from the gradients of the outputs.
torch::autograd::variable_list segment_backward(SegmentPass& pass,
                                                const torch::autograd::variable_list& gradients,
                                                const std::vector<bool>& wanted);

}  // namespace certus
