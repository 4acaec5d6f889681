#include "support/fitted_norms.h"

#include <span>

#include "certus/model/evaluate_operation.h"
#include "support/block_pictures.h"

namespace certus::test {
namespace {

using Values = std::vector<std::vector<float>>;  ///< of every picture

void fit(const BatchNormOp& norm, const Values& values, Graph& graph) {
  std::vector<float>& mean = graph.parameters.at(norm.running_mean).values;
  std::vector<float>& variance = graph.parameters.at(norm.running_var).values;
  const std::size_t pixels = values[0].size() / mean.size();
  const double count = static_cast<double>(pixels * values.size());
  for (std::size_t c = 0; c < mean.size(); ++c) {
    double sum = 0.0, squares = 0.0;
    for (const std::vector<float>& picture : values) {
      for (const float x : std::span(picture).subspan(c * pixels, pixels)) {
        sum += double{x};
        squares += double{x} * double{x};
      }
    }
    mean[c] = static_cast<float>(sum / count);
    variance[c] = static_cast<float>(squares / count - sum / count * sum / count);
  }
}

}  // namespace

Graph with_fitted_norms(Graph graph, float sigma) {
  constexpr std::size_t kPictures = 4;
  const auto noisy = noisy_pictures(graph.input_shape(), kPictures, sigma);
  const std::size_t pixels = noisy.size() / kPictures;
  std::vector<Values> values;  // of every node
  for (const Node& node : graph.nodes()) {
    if (const auto* const norm = std::get_if<BatchNormOp>(&node.operation)) {
      fit(*norm, values[static_cast<std::size_t>(node.inputs[0])], graph);
    }
    Values& results = values.emplace_back(kPictures);
    for (std::size_t i = 0; i < kPictures; ++i) {
      std::vector<std::span<const float>> inputs;
      for (const NodeId id : node.inputs) inputs.emplace_back(values[static_cast<std::size_t>(id)][i]);
      if (node.inputs.empty()) inputs.push_back(std::span(noisy).subspan(i * pixels, pixels));
      results[i].resize(static_cast<std::size_t>(element_count(node.shape)));
      evaluate_operation<float>(node, graph, inputs, results[i]);
    }
  }
  return graph;
}

}  // namespace certus::test
