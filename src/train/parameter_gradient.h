#pragma once

#include <ATen/ATen.h>

#include "certus/engine_torch/frozen_network.h"
#include "certus/recipe/p_correct.h"
#include "certus/train/method.h"

namespace certus {

/// A worker's copy of a network, which measures gradients one image at a time.
class GradientMeter {
 public:
  explicit GradientMeter(const Graph& network);
  GradientMeter(const GradientMeter&) = delete;
  GradientMeter& operator=(const GradientMeter&) = delete;

  /// The network as a training step sees it, but batch norm uses running statistics in both views: training
  /// would never use the statistics of a batch that consists of the copies of a single image. Nothing is
  /// updated, and rows are independent of each other. Valid as long as this object exists.
  TrainingNetwork network() const;

  /// l2 norm of d loss / d learned parameters. `loss` is a scalar made with network().train; its graph is
  /// freed.
  double norm_of(const at::Tensor& loss) const;

 private:
  TorchModule module_;
  FrozenNetwork frozen_;
  std::vector<at::Tensor> learned_;
};

/// The pixels as a tensor of one image; they are copied.
at::Tensor tensor_of(const Image& image);

/// sigma g(key, sample) for the draws [first, first + count): count x channels x height x width.
at::Tensor noise_tensor(const ImageShape& shape, double sigma, const NoiseKey& key, std::uint64_t first,
                        std::int64_t count);

}  // namespace certus
