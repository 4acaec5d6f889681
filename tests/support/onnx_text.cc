#include "support/onnx_text.h"

#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

#include "certus/base/error.h"

namespace certus::test {

std::filesystem::path OnnxText::write(const TempDir& dir) const {
  onnx::ModelProto model;
  const std::string text =
      join_text("ir_version: 7 opset_import { version: ", opset, " } graph { ", input, output, graph, "}");
  CERTUS_CHECK(google::protobuf::TextFormat::ParseFromString(text, &model));
  return dir.write("m.onnx", model.SerializeAsString());
}

}  // namespace certus::test
