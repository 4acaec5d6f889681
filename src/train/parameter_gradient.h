#pragma once

#include <ATen/ATen.h>

#include "certus/engine_torch/torch_module.h"
#include "certus/train/p_correct.h"

namespace certus {

/// A worker's copy of a network, which measures gradients one image at a time.
class GradientMeter {
 public:
  explicit GradientMeter(const Graph& network);

  /// l2 norm of d cross entropy / d learned parameters at one image, 1 x channels x height x width.
  double norm(const at::Tensor& image, const at::Tensor& label) const;

  const TorchModule& module() const { return module_; }

 private:
  TorchModule module_;
  std::vector<at::Tensor> learned_;
};

/// The pixels as a tensor of one image; they are copied.
at::Tensor tensor_of(const Image& image);

/// sigma g(key, sample) for the draws [first, first + count): count x channels x height x width.
at::Tensor noise_tensor(const ImageShape& shape, double sigma, const NoiseKey& key, std::uint64_t first,
                        std::int64_t count);

}  // namespace certus
