#include "support/onnx_mutation.h"

#include <onnx/onnx_pb.h>

#include <array>
#include <cstring>
#include <limits>

#include "certus/base/error.h"

namespace certus::test {
namespace {

constexpr std::array<const char*, 34> kTypes = {"Add",
                                                "AveragePool",
                                                "BatchNormalization",
                                                "Cast",
                                                "Clip",
                                                "Concat",
                                                "Constant",
                                                "ConstantOfShape",
                                                "Conv",
                                                "Div",
                                                "Dropout",
                                                "Expand",
                                                "Flatten",
                                                "Gather",
                                                "Gemm",
                                                "GlobalAveragePool",
                                                "GlobalMaxPool",
                                                "Identity",
                                                "LeakyRelu",
                                                "MatMul",
                                                "MaxPool",
                                                "Mul",
                                                "Pad",
                                                "ReduceMean",
                                                "Relu",
                                                "Reshape",
                                                "Shape",
                                                "Sigmoid",
                                                "Slice",
                                                "Split",
                                                "Squeeze",
                                                "Sub",
                                                "Transpose",
                                                "Unsqueeze"};

struct Mutation {
  onnx::GraphProto& graph;
  std::mt19937& random;

  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }

  std::int64_t integer() {
    constexpr std::array<std::int64_t, 20> kValues = {0,
                                                      1,
                                                      2,
                                                      3,
                                                      4,
                                                      5,
                                                      8,
                                                      -1,
                                                      -2,
                                                      -3,
                                                      7,
                                                      1 << 16,
                                                      std::int64_t{1} << 31,
                                                      std::int64_t{1} << 32,
                                                      std::int64_t{1} << 62,
                                                      std::numeric_limits<std::int64_t>::max(),
                                                      std::numeric_limits<std::int64_t>::min(),
                                                      std::numeric_limits<std::int64_t>::min() + 1,
                                                      -(std::int64_t{1} << 31),
                                                      -0x6261'7463'6800'0001};
    return kValues[random() % kValues.size()];
  }

  std::string name() {
    if (below(4) == 0 && graph.initializer_size() > 0)
      return graph.initializer(below(graph.initializer_size())).name();
    const onnx::NodeProto& node = graph.node(below(graph.node_size()));
    return node.output_size() > 0 ? node.output(0) : std::string();
  }

  void change_attribute(onnx::AttributeProto& attribute) {
    if (attribute.ints_size() > 0 && below(4) != 0) {
      attribute.set_ints(below(attribute.ints_size()), integer());
    } else if (attribute.type() == onnx::AttributeProto::INT) {
      attribute.set_i(integer());
    } else if (attribute.has_t()) {
      change_tensor(*attribute.mutable_t());
    } else if (below(2) == 0) {
      attribute.add_ints(integer());
      attribute.set_type(onnx::AttributeProto::INTS);
    } else {
      attribute.set_f(std::numeric_limits<float>::quiet_NaN());
    }
  }

  void change_tensor(onnx::TensorProto& tensor) {
    switch (below(4)) {
      case 0:
        if (tensor.dims_size() > 0) tensor.set_dims(below(tensor.dims_size()), integer());
        break;
      case 1:
        tensor.set_data_type(below(18));
        break;
      case 2:
        tensor.add_dims(below(3) == 0 ? integer() : 1);
        break;
      default:
        if (tensor.data_type() == onnx::TensorProto::INT64 && tensor.raw_data().size() >= 8) {
          const std::int64_t value = integer();
          std::string raw = tensor.raw_data();
          std::memcpy(raw.data() + 8 * (random() % (raw.size() / 8)), &value, 8);
          tensor.set_raw_data(raw);
        }
    }
  }

  void change() {
    onnx::NodeProto& node = *graph.mutable_node(below(graph.node_size()));
    switch (below(9)) {
      case 0:
        node.set_op_type(kTypes[random() % kTypes.size()]);
        break;
      case 1:
        if (node.input_size() > 0) node.set_input(below(node.input_size()), name());
        break;
      case 2:
        node.add_input(name());
        break;
      case 3:
        if (node.attribute_size() > 0)
          change_attribute(*node.mutable_attribute(below(node.attribute_size())));
        break;
      case 4:
        if (node.attribute_size() > 0)
          node.mutable_attribute()->DeleteSubrange(below(node.attribute_size()), 1);
        break;
      case 5:
        if (graph.initializer_size() > 0)
          change_tensor(*graph.mutable_initializer(below(graph.initializer_size())));
        break;
      case 6: {
        auto& shape = *graph.mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
        if (shape.dim_size() > 0) shape.mutable_dim(below(shape.dim_size()))->set_dim_value(integer());
        break;
      }
      case 7:
        if (node.input_size() > 0) node.mutable_input()->RemoveLast();
        break;
      default:
        graph.mutable_node()->SwapElements(below(graph.node_size()), below(graph.node_size()));
    }
  }
};

}  // namespace

std::string mutated_onnx(const std::string& file, std::mt19937& random) {
  onnx::ModelProto model;
  CERTUS_CHECK(model.ParseFromString(file));
  Mutation mutation{*model.mutable_graph(), random};
  for (unsigned left = 1 + random() % 4; left > 0; --left) mutation.change();
  if (random() % 8 == 0) model.mutable_opset_import(0)->set_version(9 + mutation.below(9));
  return model.SerializeAsString();
}

}  // namespace certus::test
