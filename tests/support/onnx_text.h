#pragma once

#include <filesystem>
#include <string>

#include "support/temp_dir.h"

namespace certus::test {

/// Writes an ONNX file from the text form of its graph: nodes, initializers, more inputs or outputs. It takes
/// "x", images of 2x4x4 (the first axis is dynamic), and gives "y", unless `input` or `output` say otherwise.
struct OnnxText {
  std::string graph;
  int opset = 13;
  std::string input =
      R"(input { name: "x" type { tensor_type { elem_type: 1 shape {
           dim { dim_param: "n" } dim { dim_value: 2 } dim { dim_value: 4 } dim { dim_value: 4 } } } } })";
  std::string output = R"(output { name: "y" })";

  std::filesystem::path write(const TempDir& dir) const;
};

}  // namespace certus::test
