#include "support/small_networks.h"

#include <torch/csrc/autograd/autograd.h>

#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"

namespace certus::test {

at::Tensor tensor_of(const std::vector<float>& values, at::IntArrayRef sizes) {
  return at::tensor(values).reshape(sizes);
}

at::Tensor normal_tensor(at::IntArrayRef sizes, std::uint64_t seed) {
  const at::Tensor out = at::empty(sizes);
  fill_gaussian({.seed = seed}, 0, {out.data_ptr<float>(), static_cast<std::size_t>(out.numel())});
  return out;
}

at::Tensor pixel_tensor(at::IntArrayRef sizes, std::uint64_t seed) {
  const at::Tensor out = at::empty(sizes);
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    out.data_ptr<float>()[i] =
        static_cast<float>(0.999 * keyed_unit({.seed = seed}, 1, static_cast<std::uint64_t>(i)));
  }
  return out;
}

Classifier two_class_network(const std::vector<float>& w, double b) {
  return [weight = at::tensor(w), b](const at::Tensor& images) {
    const at::Tensor score = images.flatten(1).matmul(weight) + b;
    return at::stack({at::zeros_like(score), score}, 1);
  };
}

SmallNetwork::SmallNetwork(std::uint64_t seed, at::ScalarType type) {
  const auto parameter = [&](at::IntArrayRef sizes, double scale, double shift) {
    const std::uint64_t own_seed = 100 * seed + parameters.size();
    parameters.push_back((normal_tensor(sizes, own_seed) * scale + shift).to(type).requires_grad_());
  };
  parameter({8, 3, 3, 3}, 0.4, 0.0);
  parameter({8}, 0.2, 1.0);
  parameter({8}, 0.2, 0.0);
  parameter({8, 8, 3, 3}, 0.3, 0.0);
  parameter({8}, 0.2, 1.0);
  parameter({8}, 0.2, 0.0);
  parameter({4, 8}, 0.8, 0.0);
  parameter({4}, 0.2, 0.0);
  for (std::uint64_t layer = 0; layer < 2; ++layer) {
    buffers.push_back(0.3 * normal_tensor({8}, 1000 * seed + 50 + layer).to(type));
    buffers.push_back(1.0 + normal_tensor({8}, 1000 * seed + 60 + layer).to(type).abs());
  }
}

at::Tensor SmallNetwork::forward(const at::Tensor& images, bool training, bool frozen) const {
  const auto p = [&](std::size_t i) { return frozen ? parameters[i].detach() : parameters[i]; };
  const auto norm = [&](const at::Tensor& x, std::size_t first, std::size_t buffer) {
    return at::batch_norm(x, p(first), p(first + 1), buffers[buffer], buffers[buffer + 1], training, 0.1,
                          1e-5, false);
  };
  at::Tensor x = at::relu(norm(at::conv2d(images, p(0), {}, 1, 1), 1, 0));
  x = at::relu(norm(at::conv2d(x, p(3), {}, 2, 1), 4, 2));
  return at::linear(x.mean({2, 3}), p(6), p(7));
}

TrainingNetwork SmallNetwork::network() const {
  return {.train = [net = *this](const at::Tensor& x) { return net.forward(x, true, false); },
          .frozen = [net = *this](const at::Tensor& x) { return net.forward(x, false, true); }};
}

std::vector<at::Tensor> copies_of(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> out;
  for (const at::Tensor& tensor : tensors) out.push_back(tensor.detach().clone());
  return out;
}

bool same_bits(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!at::equal(a[i], b[i])) return false;
  }
  return true;
}

double distance(const at::Tensor& a, const at::Tensor& b) {
  return (a.detach() - b.detach()).abs().max().item<double>();
}

at::Tensor gradient_of(const std::function<at::Tensor(const at::Tensor&)>& loss, const at::Tensor& point) {
  const at::Tensor leaf = point.detach().clone().requires_grad_();
  return torch::autograd::grad({loss(leaf)}, {leaf})[0];
}

double gradient_error(const std::function<at::Tensor(const at::Tensor&)>& loss, const at::Tensor& point) {
  constexpr double kStep = 1e-5;
  const at::Tensor at_point = point.detach().to(at::kDouble).contiguous();
  const at::Tensor gradient = gradient_of(loss, at_point);
  const at::Tensor numeric = at::empty_like(at_point);
  for (std::int64_t i = 0; i < at_point.numel(); ++i) {
    const auto shifted = [&](double by) {
      const at::Tensor there = at_point.clone();
      there.view(-1)[i] += by;
      return loss(there).item<double>();
    };
    numeric.view(-1)[i] = (shifted(kStep) - shifted(-kStep)) / (2 * kStep);
  }
  return distance(gradient, numeric) / gradient.abs().max().item<double>();
}

}  // namespace certus::test
