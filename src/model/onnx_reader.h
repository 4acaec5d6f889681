#pragma once

#include <onnx/onnx_pb.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "certus/base/error.h"
#include "certus/model/graph.h"
#include "certus/model/onnx_constant.h"

namespace certus {

/// What a name of the file stands for: a node of the graph, or a constant.
struct OnnxValue {
  NodeId node = -1;
  OnnxConstantPtr constant;
};

/// Walks the nodes of a file in their order and adds what they compute to a graph. The messages of its
/// functions do not say where they failed; read() adds file and node.
class OnnxReader {
 public:
  using Ints = std::vector<std::int64_t>;

  OnnxReader(const onnx::GraphProto& file, std::int64_t opset) : file_(file), opset_(opset) {}
  Graph read(const std::filesystem::path& path);

 private:
  template <typename... Parts>
  [[noreturn]] static void wrong(const Parts&... parts) {
    fail(ErrorKind::kData, parts...);
  }

  void take_initializers();
  void take_input();
  void find_needed_nodes();
  void convert(const onnx::NodeProto& node);

  // The current node.
  std::string name_of(const onnx::NodeProto& node, int index) const;
  std::string node_name() const { return name_of(*node_, index_); }
  const onnx::AttributeProto* attribute(const char* name, onnx::AttributeProto::AttributeType type) const;
  std::int64_t int_attribute(const char* name, std::int64_t otherwise) const;
  float float_attribute(const char* name, float otherwise) const;
  std::string string_attribute(const char* name, const char* otherwise) const;
  std::optional<Ints> ints_attribute(const char* name) const;
  bool has_input(int i) const { return i < node_->input_size() && !node_->input(i).empty(); }
  OnnxValue input(int i);
  OnnxValue value_of(const std::string& name);
  OnnxConstantPtr constant(int i, const char* role);
  Ints ints(int i, const char* role);
  std::optional<Ints> ints_of(const char* attribute_name, int i, std::int64_t inputs_since);
  float scalar(int i, const char* role);
  NodeId activation(int i);
  const Shape& shape(NodeId node) const { return graph_.node(node).shape; }
  std::size_t rank(NodeId node) const { return shape(node).size() + 1; }  // with the axis of the images

  // The results of the current node.
  NodeId add(Operation operation, std::vector<NodeId> inputs);
  void give(NodeId node) { define(node_->output(0), {.node = node}); }
  void give(OnnxConstant constant);
  void give_fused(const onnx::NodeProto& last, Operation operation, NodeId x);
  void define(const std::string& name, OnnxValue value);
  std::string parameter(const OnnxConstant& constant, Shape shape, std::vector<float> values);
  std::string parameter(const OnnxConstant& constant) {
    return parameter(constant, constant.shape, constant.floats);
  }
  NodeId constant_node(const OnnxConstantPtr& constant, std::size_t wanted_rank);
  const onnx::NodeProto* only_reader(const std::string& name, const char* type) const;
  int image_axis(std::int64_t axis, NodeId x, const char* doing) const;

  // Operators.
  void conv();
  void batch_norm();
  void clip();
  void arithmetic(ArithmeticOp::Kind kind);
  bool normalization(const OnnxValue& a, const OnnxValue& b);
  void gemm();
  void mat_mul();
  bool bias_added(const std::string& product, const OnnxConstantPtr& weight, NodeId x);
  void flatten();
  void reshape();
  void reshape_to(NodeId x, const Ints& target);
  void transpose();
  Window window(NodeId x, std::array<std::int64_t, 2> kernel) const;
  Window pool_window(NodeId x) const;
  void max_pool();
  void average_pool();
  void global_max_pool();
  void reduce_mean();
  void pad();
  void slice();
  void split();
  void concat();
  void dropout();
  void constant_operator();
  void constant_of_shape();
  void expand();
  void cast();
  void shape_operator();
  void gather();
  void unsqueeze();
  void squeeze();
  template <typename Op>
  void unary(Op op) {
    give(add(op, {activation(0)}));
  }

  const onnx::GraphProto& file_;
  const std::int64_t opset_;
  const onnx::NodeProto* node_ = nullptr;
  int index_ = 0;
  Graph graph_;
  std::int64_t fixed_batch_ = 0;  // the number of images when the file fixes it
  std::unordered_map<std::string, const onnx::TensorProto*> initializers_;
  std::unordered_map<std::string, OnnxValue> values_;
  std::unordered_map<std::string, std::vector<const onnx::NodeProto*>> readers_;
  std::unordered_map<std::string, int> made_by_;
  std::vector<bool> needed_;
};

}  // namespace certus
