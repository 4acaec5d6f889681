#include "support/prototype_head.h"

#include <algorithm>

#include "certus/engine_onednn/float_program.h"
#include "support/programs.h"

namespace certus::test {
namespace {

constexpr std::size_t kDraws = 4;

/// The mean over draws of what the last layer reads, for every picture.
std::vector<std::vector<double>> prototypes(const Graph& graph, std::size_t pictures, float sigma) {
  const LoweredNetwork network = lower(graph);
  const std::size_t features = network.steps.back().inputs[0];
  const auto size = static_cast<std::size_t>(element_count(network.values[features]));
  const auto images = noisy_pictures(graph.input_shape(), pictures, sigma, kDraws);
  const std::size_t pixels = images.size() / (pictures * kDraws);
  std::vector<std::vector<double>> means(pictures, std::vector<double>(size));
  std::vector<float> logits(static_cast<std::size_t>(graph.output_shape()[0]));
  ProgramRun run(std::make_shared<const Program>(make_float_program(network)), 1);
  for (std::size_t i = 0; i < pictures * kDraws; ++i) {
    run.run(1, images.data() + i * pixels, logits.data(), [&](std::size_t step, const std::byte* output) {
      if (step == 0 || network.steps[step - 1].output != features) return;
      for (std::size_t k = 0; k < size; ++k) means[i / kDraws][k] += double{as<float>(output)[k]} / kDraws;
    });
  }
  return means;
}

}  // namespace

Graph with_prototype_head(Graph graph, float sigma) {
  const auto& last = std::get<LinearOp>(graph.nodes().back().operation);
  Tensor& weight = graph.parameters.at(last.weight);
  std::vector<float>& bias = graph.parameters.at(*last.bias).values;
  auto means = prototypes(graph, bias.size(), sigma);
  const auto width = static_cast<std::size_t>(weight.shape[1]);
  std::vector<double> centre(width);
  for (const auto& mean : means) {
    for (std::size_t k = 0; k < width; ++k) centre[k] += mean[k] / static_cast<double>(means.size());
  }
  double largest = 0.0;  // squared length of a prototype
  for (auto& mean : means) {
    double squares = 0.0;
    for (std::size_t k = 0; k < width; ++k) {
      mean[k] -= centre[k];
      squares += mean[k] * mean[k];
    }
    largest = std::max(largest, squares);
  }
  // x is nearest to the m with the largest m (x - centre) - m m / 2; scaled to logits of a usual size.
  const double factor = 10.0 / largest;
  for (std::size_t c = 0; c < means.size(); ++c) {
    double offset = 0.0;
    for (std::size_t k = 0; k < width; ++k) {
      weight.values[c * width + k] = static_cast<float>(factor * means[c][k]);
      offset -= factor * means[c][k] * (centre[k] + means[c][k] / 2.0);
    }
    bias[c] = static_cast<float>(offset);
  }
  return graph;
}

}  // namespace certus::test
