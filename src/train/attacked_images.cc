#include "certus/train/attacked_images.h"

#include <torch/csrc/autograd/autograd.h>

#include "certus/base/error.h"

namespace certus {

void check_attacked_images(const at::Tensor& images) {
  if (images.numel() == 0) return;
  const auto [low, high] = at::aminmax(images);
  const double least = low.item<double>();
  const double most = high.item<double>();
  if (least >= 0.0 && most <= 1.0) return;  // false for NaN
  fail(ErrorKind::kData, "attack: pixels run from ", least, " to ", most,
       ", expected [0, 1]; normalization belongs in the network, not in the data");
}

at::Tensor input_gradient(const at::Tensor& objective, const at::Tensor& input) {
  if (!objective.requires_grad()) return at::zeros_like(input);
  const at::Tensor gradient = torch::autograd::grad({objective}, {input}, /*grad_outputs=*/{},
                                                    /*retain_graph=*/false, /*create_graph=*/false,
                                                    /*allow_unused=*/true)[0];
  return gradient.defined() ? gradient : at::zeros_like(input);
}

}  // namespace certus
