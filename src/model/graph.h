#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "certus/model/tensor.h"

namespace certus {

// The operations of a network. Each works on one image at a time: shapes have no batch axis, so no Graph can
// mix the images of a batch. What a Graph computes is one fixed function of one input, which a certificate
// requires. A parameter is referred to by its name in Graph::parameters.

using NodeId = int;

struct InputOp {
  Shape shape;  ///< of one image: channels, height, width
};
/// A tensor that does not depend on the input.
struct ConstantOp {
  std::string value;
};
/// (x - mean) / std for every channel. It is not trained and has no entry among the parameters.
struct NormalizeOp {
  std::vector<float> mean;
  std::vector<float> std;
};
struct ConvOp {
  Window window;
  std::int64_t groups = 1;
  std::string weight;               ///< out x in/groups x height x width
  std::optional<std::string> bias;  ///< out
};
/// (x - running_mean) / sqrt(running_var + epsilon) * weight + bias for every channel, when not training.
struct BatchNormOp {
  std::string weight, bias, running_mean, running_var;
  float epsilon = 1e-5F;
};
struct ReluOp {};
struct LeakyReluOp {
  float slope = 0.01F;
};
struct SigmoidOp {};
struct ClipOp {
  float low = 0.0F;
  float high = 6.0F;
};
/// Two inputs, broadcast against each other, starting from the last axis.
struct ArithmeticOp {
  enum class Kind { kAdd, kSub, kMul, kDiv };
  Kind kind = Kind::kAdd;
};
/// x W^T + b along the last axis.
struct LinearOp {
  std::string weight;               ///< out x in
  std::optional<std::string> bias;  ///< out
};
/// Matrix product of two inputs over their last two axes.
struct MatMulOp {};
struct MaxPoolOp {
  Window window;  ///< padding never wins
  bool ceil_mode = false;
};
struct AveragePoolOp {
  Window window;
  bool ceil_mode = false;
  bool count_padding = false;  ///< whether padding counts in the divisor
};
struct GlobalAveragePoolOp {};  ///< channels, height, width -> channels, 1, 1
struct ReduceMeanOp {
  std::vector<int> axes;
  bool keep_axes = true;
};
struct ReshapeOp {
  Shape shape;
};  ///< same elements, another shape; flattening is a special case
struct TransposeOp {
  std::vector<int> order;  ///< axis i of the result is axis order[i] of the input
};
struct PadOp {
  enum class Mode { kConstant, kReflect, kEdge };
  Mode mode = Mode::kConstant;
  std::vector<std::int64_t> before, after;  ///< for every axis; negative numbers cut off
  float value = 0.0F;
};
struct SliceOp {
  int axis = 0;
  std::int64_t start = 0, stop = 0, step = 1;  ///< within the axis: 0 <= start < stop <= size
};
struct ConcatOp {
  int axis = 0;
};

using Operation =
    std::variant<InputOp, ConstantOp, NormalizeOp, ConvOp, BatchNormOp, ReluOp, LeakyReluOp, SigmoidOp,
                 ClipOp, ArithmeticOp, LinearOp, MatMulOp, MaxPoolOp, AveragePoolOp, GlobalAveragePoolOp,
                 ReduceMeanOp, ReshapeOp, TransposeOp, PadOp, SliceOp, ConcatOp>;

/// "conv", "batchnorm", ...
std::string_view operation_name(const Operation& operation);

/// The names of the parameters that the operation reads.
std::vector<std::string> parameters_of(const Operation& operation);

struct Node {
  std::string name;  ///< for people: in messages and listings
  Operation operation;
  std::vector<NodeId> inputs;
  Shape shape;  ///< of the result for one image; set by Graph::add
};

/// The one description of a network. Nodes are in the order of computation; the last one gives the logits.
/// Every engine executes it; ONNX is read into it and written from it.
class Graph {
 public:
  std::map<std::string, Tensor> parameters;  ///< by their names in the usual checkpoints

  /// Appends a node and infers its shape. Fails, naming the node, when inputs, parameters and attributes do
  /// not fit together.
  NodeId add(std::string name, Operation operation, std::vector<NodeId> inputs = {});

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  const Shape& input_shape() const;  ///< of one image
  const Shape& output_shape() const { return nodes_.back().shape; }

  /// The parameter with that name. Fails when there is none.
  const Tensor& parameter(const std::string& name) const;

 private:
  std::vector<Node> nodes_;
};

/// Fails unless the graph takes images (channels, height, width) and gives one logit per class.
void check_classifier(const Graph& graph, const std::string& where);

/// The names of the parameters that training changes: weights and biases, not running
/// statistics or constants.
std::set<std::string> learned_parameters(const Graph& graph);

/// The total number of values in those parameters.
std::int64_t trainable_count(const Graph& graph);

/// Floating-point operations for one image, where a multiply-add counts as two. Only convolutions, linear
/// layers and matrix products are counted, as is usual in the literature.
std::int64_t flop_count(const Graph& graph);

/// The graph with (x - mean) / std before its first node. Fails when the lengths differ from the
/// number of channels.
Graph with_normalization(const Graph& graph, const std::vector<float>& mean, const std::vector<float>& std);

}  // namespace certus
