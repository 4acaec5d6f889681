#include "certus/engine_onednn/onednn_engine.h"

#include "certus/model/architectures.h"
#include "certus/model/onnx_read.h"
#include "certus/noise/gaussian.h"
#include "support/onnx_fixtures.h"
#include "support/reference_evaluator.h"

namespace certus {
namespace {

std::vector<double> onednn_logits(const Graph& graph, const std::vector<float>& image) {
  const auto engine = make_onednn_engine(make_onednn_network(graph, 3));
  std::vector<float> logits(static_cast<std::size_t>(engine->info().num_classes));
  engine->logits(image, logits);
  return {logits.begin(), logits.end()};
}

TEST(OnednnEngine, GivesPyTorchsLogitsForItsExports) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      const Graph graph = read_onnx(file);
      for (std::size_t i = 0; i < fixture.images.size(); ++i) {
        EXPECT_LT(test::logit_difference(onednn_logits(graph, fixture.images[i]), fixture.logits[i]), 1e-4)
            << file << ' ' << make_onednn_network(graph, 1).info.name;
      }
    }
  }
}

TEST(OnednnEngine, AgreesWithThePlainEvaluatorOnArchitectures) {
  for (const char* name : {"lenet", "cifar_resnet8", "cifar_resnet20"}) {
    Graph graph = make_architecture(name, 10, 1);
    if (graph.input_shape()[0] == 3) {
      graph = with_normalization(graph, {0.4914F, 0.4822F, 0.4465F}, {0.2023F, 0.1994F, 0.2010F});
    }
    std::vector<float> image(static_cast<std::size_t>(element_count(graph.input_shape())));
    fill_gaussian({.seed = 2}, 0, image);
    EXPECT_LT(test::logit_difference(onednn_logits(graph, image), test::reference_logits(graph, image)), 1e-4)
        << name;
  }
}

}  // namespace
}  // namespace certus
