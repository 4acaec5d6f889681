#include "certus/train/parameter_gradient.h"

#include <torch/csrc/autograd/autograd.h>

#include <cmath>

#include "certus/noise/gaussian.h"

namespace certus {

GradientMeter::GradientMeter(const Graph& network) : module_(network, at::kCPU), frozen_(module_) {
  module_.enable_gradients();
  for (const auto& [name, tensor] : module_.learned()) learned_.push_back(tensor);
}

TrainingNetwork GradientMeter::network() const {
  return {
      .train = [this](const at::Tensor& images) { return module_.forward(images, TorchModule::Mode::kEval); },
      .frozen = [this](const at::Tensor& images) { return frozen_.forward(images); }};
}

double GradientMeter::norm_of(const at::Tensor& loss) const {
  double sum = 0.0;
  for (const at::Tensor& gradient :
       torch::autograd::grad({loss}, learned_, /*grad_outputs=*/{}, /*retain_graph=*/false,
                             /*create_graph=*/false, /*allow_unused=*/true)) {
    if (gradient.defined()) sum += gradient.square().sum(at::kDouble).item<double>();
  }
  return std::sqrt(sum);
}

at::Tensor tensor_of(const Image& image) {
  const auto [channels, height, width] = image.shape;
  const at::Tensor tensor = at::empty({1, channels, height, width});
  std::copy(image.pixels.begin(), image.pixels.end(), tensor.data_ptr<float>());
  return tensor;
}

at::Tensor noise_tensor(const ImageShape& shape, double sigma, const NoiseKey& key, std::uint64_t first,
                        std::int64_t count) {
  const at::Tensor noise = at::empty({count, shape.channels, shape.height, shape.width});
  for (std::int64_t i = 0; i < count; ++i) {
    fill_gaussian(
        key, first + static_cast<std::uint64_t>(i),
        std::span(noise.data_ptr<float>() + static_cast<std::size_t>(i) * shape.size(), shape.size()));
  }
  return noise.mul_(noise_scale(sigma));
}

}  // namespace certus
