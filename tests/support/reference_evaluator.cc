#include "support/reference_evaluator.h"

#include <utility>

#include "certus/base/error.h"
#include "certus/model/evaluate_operation.h"

namespace certus::test {

std::vector<double> reference_logits(const Graph& graph, std::span<const float> image) {
  CERTUS_CHECK(static_cast<std::int64_t>(image.size()) == element_count(graph.input_shape()));
  const std::vector<double> pixels(image.begin(), image.end());
  std::vector<std::vector<double>> results;
  for (const Node& node : graph.nodes()) {
    std::vector<std::span<const double>> inputs;
    for (const NodeId id : node.inputs) inputs.emplace_back(results[static_cast<std::size_t>(id)]);
    if (std::holds_alternative<InputOp>(node.operation)) inputs.emplace_back(pixels);
    std::vector<double> result(static_cast<std::size_t>(element_count(node.shape)));
    evaluate_operation<double>(node, graph, inputs, result);
    results.push_back(std::move(result));
  }
  return results.back();
}

}  // namespace certus::test
