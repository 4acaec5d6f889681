#include "certus/model/onnx_read.h"

#include <limits>
#include <map>

#include "certus/base/file.h"
#include "certus/model/onnx_reader.h"

namespace certus {
namespace {

constexpr std::int64_t kOldestOpset = 9;
constexpr std::int64_t kNewestOpset = 17;
constexpr std::size_t kMaxBytes = std::numeric_limits<std::int32_t>::max();  // the limit of protobuf

}  // namespace

void OnnxReader::convert(const onnx::NodeProto& node) {
  using Kind = ArithmeticOp::Kind;
  using Convert = void (*)(OnnxReader&);
  static const std::map<std::string_view, Convert> operators = {
      {"Add", [](OnnxReader& r) { r.arithmetic(Kind::kAdd); }},
      {"AveragePool", [](OnnxReader& r) { r.average_pool(); }},
      {"BatchNormalization", [](OnnxReader& r) { r.batch_norm(); }},
      {"Cast", [](OnnxReader& r) { r.cast(); }},
      {"Clip", [](OnnxReader& r) { r.clip(); }},
      {"Concat", [](OnnxReader& r) { r.concat(); }},
      {"Constant", [](OnnxReader& r) { r.constant_operator(); }},
      {"ConstantOfShape", [](OnnxReader& r) { r.constant_of_shape(); }},
      {"Conv", [](OnnxReader& r) { r.conv(); }},
      {"Div", [](OnnxReader& r) { r.arithmetic(Kind::kDiv); }},
      {"Dropout", [](OnnxReader& r) { r.dropout(); }},
      {"Expand", [](OnnxReader& r) { r.expand(); }},
      {"Flatten", [](OnnxReader& r) { r.flatten(); }},
      {"Gather", [](OnnxReader& r) { r.gather(); }},
      {"Gemm", [](OnnxReader& r) { r.gemm(); }},
      {"GlobalAveragePool", [](OnnxReader& r) { r.unary(GlobalAveragePoolOp{}); }},
      {"GlobalMaxPool", [](OnnxReader& r) { r.global_max_pool(); }},
      {"Identity", [](OnnxReader& r) { r.define(r.node_->output(0), r.input(0)); }},
      {"LeakyRelu", [](OnnxReader& r) { r.unary(LeakyReluOp{r.float_attribute("alpha", 0.01F)}); }},
      {"MatMul", [](OnnxReader& r) { r.mat_mul(); }},
      {"MaxPool", [](OnnxReader& r) { r.max_pool(); }},
      {"Mul", [](OnnxReader& r) { r.arithmetic(Kind::kMul); }},
      {"Pad", [](OnnxReader& r) { r.pad(); }},
      {"ReduceMean", [](OnnxReader& r) { r.reduce_mean(); }},
      {"Relu", [](OnnxReader& r) { r.unary(ReluOp{}); }},
      {"Reshape", [](OnnxReader& r) { r.reshape(); }},
      {"Shape", [](OnnxReader& r) { r.shape_operator(); }},
      {"Sigmoid", [](OnnxReader& r) { r.unary(SigmoidOp{}); }},
      {"Slice", [](OnnxReader& r) { r.slice(); }},
      {"Split", [](OnnxReader& r) { r.split(); }},
      {"Squeeze", [](OnnxReader& r) { r.squeeze(); }},
      {"Sub", [](OnnxReader& r) { r.arithmetic(Kind::kSub); }},
      {"Transpose", [](OnnxReader& r) { r.transpose(); }},
      {"Unsqueeze", [](OnnxReader& r) { r.unsqueeze(); }},
  };
  const bool is_standard = node.domain().empty() || node.domain() == "ai.onnx";
  const auto found = is_standard ? operators.find(node.op_type()) : operators.end();
  if (found == operators.end()) {
    wrong("this operator", is_standard ? "" : join_text(" of the domain '", node.domain(), "'"),
          " is not supported");
  }
  // This node was fused with an earlier one.
  if (values_.contains(node.output(0))) return;
  found->second(*this);
}

Graph read_onnx(const std::filesystem::path& path) {
  onnx::ModelProto model;
  {
    const std::string content = read_file(path, kMaxBytes);
    if (!model.ParseFromArray(content.data(), static_cast<int>(content.size())) || !model.has_graph()) {
      fail(ErrorKind::kData, path, ": is not an ONNX model (", content.size(),
           content.size() == 1 ? " byte" : " bytes", "); truncated or another format?");
    }
  }
  std::int64_t opset = -1;
  for (const auto& import : model.opset_import()) {
    if (import.domain().empty() || import.domain() == "ai.onnx") opset = import.version();
  }
  if (opset < kOldestOpset || opset > kNewestOpset) {
    fail(ErrorKind::kData, path, ": is written in ",
         opset == -1 ? "no known version of the ONNX operators" : join_text("ONNX opset ", opset),
         ", expected ", kOldestOpset, " to ", kNewestOpset, "; export it again with one of these");
  }
  return OnnxReader(model.graph(), opset).read(path);
}

}  // namespace certus
