#pragma once

#include "certus/engine_onednn/float_program.h"
#include "support/normals.h"
#include "support/programs.h"

namespace certus::test {

/// The graph, which ends in a linear layer, with biases there such that logits of different classes have the
/// same mean over noisy grey images (sigma 1): fresh weights alone vote for one class whatever they see.
inline Graph with_varied_votes(Graph graph, std::int64_t images = 64) {
  const auto program = std::make_shared<const Program>(make_float_program(lower(graph)));
  const auto& last = std::get<LinearOp>(graph.nodes().back().operation);
  std::vector<float>& bias = graph.parameters.at(*last.bias).values;
  std::vector<float> means(bias.size());
  for (std::int64_t i = 0; i < images; ++i) {
    auto image = normals(element_count(graph.input_shape()), 1000 + static_cast<std::uint64_t>(i));
    for (float& pixel : image) pixel += 0.5F;
    const auto logits = program_logits(program, image);
    for (std::size_t c = 0; c < means.size(); ++c) means[c] += logits[c] / static_cast<float>(images);
  }
  for (std::size_t c = 0; c < means.size(); ++c) bias[c] -= means[c];
  return graph;
}

}  // namespace certus::test
