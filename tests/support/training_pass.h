#pragma once

#include <string>

#include "certus/engine_torch/torch_module.h"

namespace certus::test {

/// One forward and backward pass in kTrain, of noise images.
struct TrainingPass {
  at::Tensor logits;
  TensorMap gradients;
  TensorMap parameters;
};

TrainingPass training_pass(const Graph& graph, TorchModule::Kernels kernels, std::int64_t rows,
                           std::uint64_t seed = 4);

/// Expects fused kernels to give what libtorch's operations give.
///
/// Gradients for parameters before a batch norm are small differences of large sums, in any implementation:
/// ours is asked to be as near to the exact ones as libtorch's, within a factor of 2, and need not be nearer
/// than 1e-5.
void expect_equal_passes(const Graph& graph, std::int64_t rows, const std::string& what,
                         std::uint64_t seed = 4);

}  // namespace certus::test
