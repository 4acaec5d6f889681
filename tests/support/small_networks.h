#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "certus/train/method.h"

namespace certus::test {

/// Values given one by one, float32.
at::Tensor tensor_of(const std::vector<float>& values, at::IntArrayRef sizes);

/// Standard normals and uniforms that depend on the seed alone.
at::Tensor normal_tensor(at::IntArrayRef sizes, std::uint64_t seed);
at::Tensor pixel_tensor(at::IntArrayRef sizes, std::uint64_t seed);

/// Logits (0, w.x + b): class 0 wherever w.x + b <= 0.
Classifier two_class_network(const std::vector<float>& w, double b);

/// Two convolutions with batch norm, a mean and a linear layer: 4 logits of 3 x 8 x 8 images; random weights
/// and running statistics. Parameters require gradients.
class SmallNetwork {
 public:
  explicit SmallNetwork(std::uint64_t seed, at::ScalarType type = at::kFloat);
  TrainingNetwork network() const;  ///< shares parameters and buffers; may outlive this
  at::Tensor forward(const at::Tensor& images, bool training, bool frozen) const;

  std::vector<at::Tensor> parameters;
  std::vector<at::Tensor> buffers;
};

/// Copies of tensors, to see later whether something changed.
std::vector<at::Tensor> copies_of(const std::vector<at::Tensor>& tensors);
bool same_bits(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b);

/// Largest absolute difference.
double distance(const at::Tensor& a, const at::Tensor& b);

/// Largest difference between autograd and central differences of `loss` at `point`, relative to the largest
/// entry of the gradient; double precision.
double gradient_error(const std::function<at::Tensor(const at::Tensor&)>& loss, const at::Tensor& point);

/// autograd's gradient of `loss` at `point`.
at::Tensor gradient_of(const std::function<at::Tensor(const at::Tensor&)>& loss, const at::Tensor& point);

}  // namespace certus::test
