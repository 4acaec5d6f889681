#include "certus/model/onnx_read.h"

#include <gtest/gtest.h>

#include "certus/model/onnx_write.h"
#include "support/onnx_fixtures.h"
#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::TempDir;
using testing::HasSubstr;

TEST(ReadOnnx, ComputesWhatPyTorchComputes) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      SCOPED_TRACE(file.filename().string());
      const Graph graph = read_onnx(file);
      EXPECT_EQ(graph.input_shape(), fixture.shape);
      for (std::size_t i = 0; i < fixture.images.size(); ++i) {
        const double difference =
            test::logit_difference(test::reference_logits(graph, fixture.images[i]), fixture.logits[i]);
        EXPECT_LE(difference, 1e-4);
        if (std::getenv("CERTUS_SHOW") != nullptr) printf("%s %g\n", file.filename().c_str(), difference);
      }
    }
  }
}

}  // namespace
}  // namespace certus
