#include "support/lively_network.h"

#include "certus/noise/gaussian.h"

namespace certus::test {

Graph with_decided_relus(Graph graph) {
  for (const Node& node : graph.nodes()) {
    const auto* norm = std::get_if<BatchNormOp>(&node.operation);
    if (!norm) continue;
    std::vector<float>& weight = graph.parameters.at(norm->weight).values;
    std::vector<float>& bias = graph.parameters.at(norm->bias).values;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      weight[i] = 0.5F + 0.1F * static_cast<float>(i % 5);
      bias[i] = (i % 3 == 0 ? -4.0F : 4.0F) * weight[i];
    }
  }
  return graph;
}

at::Tensor noise_images(std::int64_t rows, const Shape& shape, std::uint64_t seed) {
  at::Tensor images = at::empty({rows, shape[0], shape[1], shape[2]}, at::kFloat);
  fill_gaussian({.seed = seed}, 0, {images.data_ptr<float>(), static_cast<std::size_t>(images.numel())});
  return images;
}

double relative_difference(const at::Tensor& found, const at::Tensor& expected) {
  const double largest = expected.abs().max().item<double>();
  return (found.to(at::kDouble) - expected.to(at::kDouble)).abs().max().item<double>() /
         (largest > 0.0 ? largest : 1.0);
}

at::Tensor some_gradient(const at::Tensor& logits) {
  return at::linspace(-1.0, 1.0, logits.numel(), at::kFloat).view(logits.sizes()).cos() - 0.7;
}

}  // namespace certus::test
