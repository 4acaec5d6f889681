#include "certus/model/onnx_read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "support/onnx_fixtures.h"
#include "support/onnx_mutation.h"
#include "support/onnx_text.h"
#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using test::OnnxText;
using test::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// 0, 1, 2, ... as the image of 2x4x4 that OnnxText takes.
std::vector<float> counting_image() {
  std::vector<float> image(32);
  std::iota(image.begin(), image.end(), 0.0F);
  return image;
}

Graph graph_of(const OnnxText& text) {
  const TempDir dir;
  return read_onnx(text.write(dir));
}

std::vector<double> result_of(const OnnxText& text) {
  return test::reference_logits(graph_of(text), counting_image());
}

std::string error_of_text(const OnnxText& text) {
  const TempDir dir;
  return error_of([&] { read_onnx(text.write(dir)); });
}

std::vector<std::string> operations(const Graph& graph) {
  std::vector<std::string> names;
  for (const Node& node : graph.nodes()) names.emplace_back(operation_name(node.operation));
  return names;
}

TEST(ReadOnnx, ComputesWhatPyTorchComputes) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      SCOPED_TRACE(file.filename().string());
      const Graph graph = read_onnx(file);
      EXPECT_EQ(graph.input_shape(), fixture.shape);
      check_classifier(graph, file.filename().string());
      for (std::size_t i = 0; i < fixture.images.size(); ++i) {
        // Both sides carry float32 weights; PyTorch sums in float32. Observed: 3.5e-7 at most.
        EXPECT_LE(test::logit_difference(test::reference_logits(graph, fixture.images[i]), fixture.logits[i]),
                  1e-5);
      }
    }
  }
}

TEST(ReadOnnx, KeepsTheNamesOfParameters) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    if (fixture.name != "plain") continue;
    const Graph graph = read_onnx(fixture.files.back());
    for (const char* name : {"conv1.weight", "conv1.bias", "bn1.weight", "bn1.running_var", "fc2.weight"}) {
      EXPECT_TRUE(graph.parameters.contains(name)) << name;
    }
    EXPECT_EQ(graph.parameters.at("fc2.weight").shape, (Shape{5, 10}));
    EXPECT_EQ(trainable_count(graph), 3 * 9 * 6 + 6 + 12 + 96 * 10 + 10 + 10 * 5 + 5);
  }
}

TEST(ReadOnnx, TakesSubtractionAndDivisionOfTheImageForANormalization) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    if (fixture.name != "normalized") continue;
    for (const auto& file : fixture.files) {
      const Graph graph = read_onnx(file);
      const auto* normalize = std::get_if<NormalizeOp>(&graph.node(1).operation);
      ASSERT_NE(normalize, nullptr) << file;
      EXPECT_THAT(normalize->mean, ElementsAre(0.4914F, 0.4822F, 0.4465F));
      EXPECT_THAT(normalize->std, ElementsAre(0.2023F, 0.1994F, 0.2010F));
    }
  }
}

TEST(ReadOnnx, ShapeSubgraphsLeaveNoTrace) {
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    if (fixture.name != "option_a") continue;
    for (const auto& file : fixture.files) {
      const std::vector<std::string> names = operations(read_onnx(file));
      EXPECT_EQ(std::count(names.begin(), names.end(), "slice"), 2) << file;
      EXPECT_EQ(std::count(names.begin(), names.end(), "pad"), 1) << file;
      EXPECT_EQ(std::count(names.begin(), names.end(), "reshape"), 1) << file;
      EXPECT_EQ(std::count(names.begin(), names.end(), "constant"), 0) << file;
    }
  }
}

// ---- attributes and forms that PyTorch does not write ---------------------------------------------------

constexpr const char* kOnes2x2 = R"(initializer { name: "w" data_type: 1 dims: 1 dims: 2 dims: 2 dims: 2
    float_data: 1 float_data: 1 float_data: 1 float_data: 1
    float_data: 1 float_data: 1 float_data: 1 float_data: 1 })";

TEST(ReadOnnx, AutoPadPutsTheOddPixelWhereItsNameSays) {
  const auto window = [](const char* mode) {
    const Graph graph = graph_of({.graph = join_text(
                                      R"(node { op_type: "Conv" input: "x" input: "w" output: "y"
                  attribute { name: "auto_pad" type: STRING s: ")",
                                      mode, R"(" } })", kOnes2x2)});
    return std::get<ConvOp>(graph.node(1).operation).window.pad;
  };
  EXPECT_THAT(window("SAME_UPPER"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(window("SAME_LOWER"), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(window("VALID"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(window("NOTSET"), ElementsAre(0, 0, 0, 0));
}

TEST(ReadOnnx, AClipMayLackABound) {
  const Graph low = graph_of({.graph = R"(node { op_type: "Clip" input: "x" input: "a" output: "y" }
      initializer { name: "a" data_type: 1 float_data: 3 })"});
  EXPECT_EQ(std::get<ClipOp>(low.node(1).operation).low, 3.0F);
  EXPECT_EQ(std::get<ClipOp>(low.node(1).operation).high, std::numeric_limits<float>::max());
  const Graph old = graph_of({.graph = R"(node { op_type: "Clip" input: "x" output: "y"
      attribute { name: "max" type: FLOAT f: 7 } })",
                              .opset = 10});
  EXPECT_EQ(std::get<ClipOp>(old.node(1).operation).low, std::numeric_limits<float>::lowest());
  EXPECT_EQ(std::get<ClipOp>(old.node(1).operation).high, 7.0F);
}

constexpr const char* kFlattened = R"(node { op_type: "Flatten" input: "x" output: "f" })";

/// 3x32 zeros but for ones at (i, i); as [in, out] or [out, in].
std::string selection(const char* name, bool in_first, float value = 1.0F) {
  std::string text = join_text("initializer { name: \"", name, "\" data_type: 1 dims: ", in_first ? 32 : 3,
                               " dims: ", in_first ? 3 : 32);
  for (int i = 0; i < 96; ++i) {
    const bool is_one = in_first ? i % 3 == i / 3 : i % 32 == i / 32;
    text += join_text(" float_data: ", is_one ? double{value} : 0.0);
  }
  return text + " }";
}

TEST(ReadOnnx, GemmScalesAndTransposes) {
  const char* node = R"(node { op_type: "Gemm" input: "f" input: "w" input: "b" output: "y"
      attribute { name: "alpha" type: FLOAT f: 2 } attribute { name: "beta" type: FLOAT f: 10 } })";
  const char* bias = R"(initializer { name: "b" data_type: 1 dims: 1 dims: 1 float_data: 1 })";
  EXPECT_THAT(result_of({.graph = join_text(kFlattened, node, bias, selection("w", true))}),
              ElementsAre(10, 12, 14));
}

TEST(ReadOnnx, AMatrixTransposedByANodeKeepsItsName) {
  const Graph graph =
      graph_of({.graph = join_text(kFlattened, R"(node { op_type: "Transpose" input: "fc.weight" output: "t" }
      node { op_type: "MatMul" input: "f" input: "t" output: "p" }
      node { op_type: "Add" input: "b" input: "p" output: "y" }
      initializer { name: "b" data_type: 1 dims: 3 float_data: 1 float_data: 2 float_data: 3 })",
                                   selection("fc.weight", false))});
  EXPECT_THAT(operations(graph), ElementsAre("input", "reshape", "linear"));
  EXPECT_EQ(std::get<LinearOp>(graph.node(2).operation).weight, "fc.weight");
  EXPECT_THAT(test::reference_logits(graph, counting_image()), ElementsAre(1, 3, 5));
}

TEST(ReadOnnx, SplitsAndPicksAlongAxes) {
  EXPECT_THAT(result_of({.graph = R"(
      node { op_type: "Split" input: "x" output: "a" output: "b" attribute { name: "axis" type: INT i: -1 } }
      node { op_type: "Gather" input: "b" input: "i" output: "g" attribute { name: "axis" type: INT i: 1 } }
      node { op_type: "Gather" input: "g" input: "i" output: "y" attribute { name: "axis" type: INT i: 1 } }
      initializer { name: "i" data_type: 7 int64_data: -1 })"}),
              ElementsAre(30, 31));
}

TEST(ReadOnnx, SlicesByPythonsRules) {
  const auto sliced = [](int start, std::int64_t stop, int step) {
    return result_of(
        {.graph = join_text(
             kFlattened,
             R"(node { op_type: "Slice" input: "f" input: "s" input: "e" input: "a" input: "t" output: "y" }
        initializer { name: "a" data_type: 6 dims: 1 int32_data: -1 }
        initializer { name: "s" data_type: 7 dims: 1 int64_data: )",
             start, R"( }
        initializer { name: "e" data_type: 7 dims: 1 int64_data: )",
             stop, R"( }
        initializer { name: "t" data_type: 7 dims: 1 int64_data: )",
             step, R"( })")});
  };
  EXPECT_THAT(sliced(1, 4, 1), ElementsAre(1, 2, 3));
  EXPECT_THAT(sliced(-3, std::numeric_limits<std::int64_t>::max(), 2), ElementsAre(29, 31));
  EXPECT_THAT(sliced(-100, -29, 1), ElementsAre(0, 1, 2));
  EXPECT_THAT(sliced(3, std::numeric_limits<std::int32_t>::max(), 1000), ElementsAre(3));
}

TEST(ReadOnnx, AverageOverTheLastAxesWithoutKeepingThem) {
  EXPECT_THAT(result_of({.graph = R"(node { op_type: "ReduceMean" input: "x" output: "y"
      attribute { name: "axes" type: INTS ints: -1 ints: 2 } attribute { name: "keepdims" type: INT i: 0 } })"}),
              ElementsAre(7.5, 23.5));
}

TEST(ReadOnnx, GlobalMaximum) {
  EXPECT_THAT(result_of({.graph = R"(node { op_type: "GlobalMaxPool" input: "x" output: "y" })"}),
              ElementsAre(15, 31));
}

TEST(ReadOnnx, AFixedNumberOfImagesIsTheirAxis) {
  const OnnxText text{.graph = R"(node { op_type: "Reshape" input: "x" input: "s" output: "y" }
      initializer { name: "s" data_type: 7 dims: 2 int64_data: 5 int64_data: -1 })",
                      .input = R"(input { name: "x" type { tensor_type { elem_type: 1 shape {
        dim { dim_value: 5 } dim { dim_value: 2 } dim { dim_value: 4 } dim { dim_value: 4 } } } } })"};
  EXPECT_EQ(graph_of(text).output_shape(), Shape{32});
}

TEST(ReadOnnx, ConstantsOfEveryFloatingType) {
  const auto sum = [](const char* tensor) {
    return result_of({.graph = join_text(R"(node { op_type: "GlobalMaxPool" input: "x" output: "m" }
        node { op_type: "Add" input: "m" input: "c" output: "y" } initializer { name: "c" )",
                                         tensor, "}")});
  };
  EXPECT_THAT(sum("data_type: 1 float_data: 0.5"), ElementsAre(15.5, 31.5));
  EXPECT_THAT(sum("data_type: 11 double_data: 0.5"), ElementsAre(15.5, 31.5));
  EXPECT_THAT(sum("data_type: 10 int32_data: 14336"), ElementsAre(15.5, 31.5));  // 0.5 in half precision
  EXPECT_THAT(sum("data_type: 10 raw_data: '\\001\\000'"), ElementsAre(15 + 0x1p-24, 31 + 0x1p-24));
  EXPECT_THAT(sum("data_type: 1 dims: 1 dims: 2 dims: 1 dims: 1 float_data: 1 float_data: -1"),
              ElementsAre(16, 30));
}

TEST(ReadOnnx, NodesBesideTheWayToTheOutputMayBeAnything) {
  EXPECT_THAT(operations(graph_of({.graph = R"(node { op_type: "Relu" input: "x" output: "y" }
      node { op_type: "NonMaxSuppression" input: "y" output: "z" })"})),
              ElementsAre("input", "relu"));
}

// ---- refusals -------------------------------------------------------------------------------------------

TEST(ReadOnnx, NamesAnOperatorItDoesNotKnow) {
  EXPECT_THAT(error_of_text({.graph = R"(node { name: "last" op_type: "Softmax" input: "x" output: "y" })"}),
              HasSubstr("m.onnx: node 'last' (Softmax): this operator is not supported"));
  EXPECT_THAT(
      error_of_text({.graph = R"(node { op_type: "Relu" domain: "com.example" input: "x" output: "y" })"}),
      HasSubstr("node 'Relu_0' (Relu): this operator of the domain 'com.example' is not supported"));
}

TEST(ReadOnnx, NamesTheOpsetFoundAndThoseExpected) {
  for (const int opset : {0, 8, 18, 1000}) {
    EXPECT_THAT(error_of_text({.graph = "", .opset = opset}),
                HasSubstr(join_text("is written in ONNX opset ", opset, ", expected 9 to 17")));
  }
}

TEST(ReadOnnx, RefusesWhatWouldMixImages) {
  const auto shape = [](const char* numbers) {
    return join_text(R"(node { name: "bad" op_type: "Reshape" input: "x" input: "s" output: "y" }
        initializer { name: "s" data_type: 7 )",
                     numbers, " }");
  };
  const std::string batch_last = R"(
      node { op_type: "Shape" input: "x" output: "s" }
      node { op_type: "Gather" input: "s" input: "i" output: "n" }
      node { op_type: "Concat" input: "m" input: "n" output: "t" attribute { name: "axis" type: INT i: 0 } }
      node { name: "bad" op_type: "Reshape" input: "x" input: "t" output: "y" }
      initializer { name: "i" data_type: 7 dims: 1 int64_data: 0 }
      initializer { name: "m" data_type: 7 dims: 1 int64_data: -1 })";
  const std::string texts[] = {
      shape("dims: 2 int64_data: 2 int64_data: -1"),
      shape("dims: 1 int64_data: -1"),
      shape("dims: 2 int64_data: -1 int64_data: 16"),
      batch_last,
      R"(node { name: "bad" op_type: "Transpose" input: "x" output: "y" })",
      R"(node { name: "bad" op_type: "Flatten" input: "x" output: "y" attribute { name: "axis" type: INT i: 0 } })",
      R"(node { name: "bad" op_type: "Flatten" input: "x" output: "y" attribute { name: "axis" type: INT i: 2 } })",
      R"(node { name: "bad" op_type: "Concat" input: "x" input: "x" output: "y"
                attribute { name: "axis" type: INT i: 0 } })",
      R"(node { name: "bad" op_type: "ReduceMean" input: "x" output: "y" })",
      R"(node { name: "bad" op_type: "ReduceMean" input: "x" output: "y"
                attribute { name: "axes" type: INTS ints: -4 } })",
      R"(node { name: "bad" op_type: "Squeeze" input: "x" output: "y" })",
      R"(node { name: "bad" op_type: "Pad" input: "x" input: "p" output: "y" }
         initializer { name: "p" data_type: 7 dims: 8 int64_data: [1, 0, 0, 0, 0, 0, 0, 0] })",
      R"(node { name: "bad" op_type: "Slice" input: "x" input: "a" input: "b" output: "y" }
         initializer { name: "a" data_type: 7 dims: 1 int64_data: 0 }
         initializer { name: "b" data_type: 7 dims: 1 int64_data: 1 })",
      R"(node { op_type: "Flatten" input: "x" output: "f" }
         node { name: "bad" op_type: "Add" input: "x" input: "f" output: "y" })",
      R"(node { op_type: "Flatten" input: "x" output: "f" }
         node { name: "bad" op_type: "MatMul" input: "f" input: "f" output: "y" })",
      R"(node { name: "bad" op_type: "Add" input: "x" input: "c" output: "y" }
         initializer { name: "c" data_type: 1 dims: 2 dims: 1 dims: 1 dims: 1 float_data: [1, 2] })",
      R"(node { name: "bad" op_type: "Unsqueeze" input: "x" input: "a" output: "y" }
         initializer { name: "a" data_type: 7 dims: 1 int64_data: 0 })",
      R"(node { name: "bad" op_type: "Split" input: "x" output: "y" output: "z" })",
      R"(node { name: "bad" op_type: "Gather" input: "x" input: "i" output: "y" }
         initializer { name: "i" data_type: 7 int64_data: 0 })",
      R"(node { op_type: "Shape" input: "x" output: "s" }
         node { name: "bad" op_type: "Add" input: "s" input: "s" output: "t" }
         node { op_type: "Reshape" input: "x" input: "t" output: "y" })",
      R"(node { name: "bad" op_type: "BatchNormalization" input: "x" input: "c" input: "c" input: "c" input: "c"
                output: "y" attribute { name: "training_mode" type: INT i: 1 } }
         initializer { name: "c" data_type: 1 dims: 2 float_data: [1, 1] })",
      R"(node { name: "bad" op_type: "BatchNormalization" input: "x" input: "c" input: "c" input: "c" input: "c"
                output: "y" output: "mean" output: "var" }
         initializer { name: "c" data_type: 1 dims: 2 float_data: [1, 1] })",
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const std::string error = error_of_text({.graph = text});
    EXPECT_THAT(error, HasSubstr("m.onnx: node 'bad' ("));
    EXPECT_THAT(error, Not(HasSubstr("internal")));
  }
}

TEST(ReadOnnx, NamesADamagedTensor) {
  const auto error = [](const char* tensor) {
    return error_of_text(
        {.graph = join_text(R"(node { name: "a" op_type: "Add" input: "x" input: "c" output: "y" }
        initializer { name: "c" )",
                            tensor, "}")});
  };
  EXPECT_THAT(
      error("data_type: 1 dims: 3 float_data: [1, 2]"),
      HasSubstr("node 'a' (Add): tensor 'c' has 2 numbers, but its shape needs 3 numbers of 4 bytes"));
  EXPECT_THAT(error("data_type: 1 dims: 1 raw_data: '12345'"), HasSubstr("tensor 'c' has 5 bytes"));
  EXPECT_THAT(error("data_type: 1 dims: -1"), HasSubstr("tensor 'c': a tensor of shape -1 is impossible"));
  EXPECT_THAT(error("data_type: 1 dims: 4611686018427387904 dims: 4"), HasSubstr("tensor 'c'"));
  EXPECT_THAT(error("data_type: 1 dims: 4611686018427387904"), HasSubstr("tensor 'c'"));
  EXPECT_THAT(error("data_type: 8 string_data: 'a'"),
              HasSubstr("tensor 'c' is of type string, expected float32"));
  EXPECT_THAT(error("data_type: 7 int64_data: 1"), HasSubstr("'c' is of an integer type"));
  EXPECT_THAT(error("data_type: 1 float_data: nan"), HasSubstr("parameter 'c' holds nan"));
  EXPECT_THAT(error("data_type: 1 float_data: inf"), HasSubstr("parameter 'c' holds inf"));
  EXPECT_THAT(error("data_type: 11 double_data: 1e300"), HasSubstr("parameter 'c' holds inf"));
  EXPECT_THAT(error("data_type: 1 dims: 0"), HasSubstr("parameter 'c' is empty"));
  EXPECT_THAT(
      error("data_type: 1 data_location: EXTERNAL external_data { key: 'location' value: '/etc/passwd' }"),
      HasSubstr("tensor 'c' keeps its numbers in another file"));
}

TEST(ReadOnnx, NamesABrokenStructure) {
  const char* relu = R"(node { op_type: "Relu" input: "x" output: "y" })";
  EXPECT_THAT(error_of_text({.graph = R"(node { name: "a" op_type: "Relu" input: "b" output: "y" }
                                         node { name: "b" op_type: "Relu" input: "x" output: "b" })"}),
              HasSubstr("node 'a' (Relu): reads 'b', which only node 1 gives; expected nodes in the order"));
  EXPECT_THAT(
      error_of_text({.graph = R"(node { name: "a" op_type: "Add" input: "x" input: "y" output: "y" })"}),
      HasSubstr("without cycles"));
  EXPECT_THAT(error_of_text({.graph = R"(node { name: "a" op_type: "Relu" input: "q" output: "y" })"}),
              HasSubstr("reads 'q', which is neither an input nor an initializer nor an output"));
  EXPECT_THAT(error_of_text({.graph = R"(node { name: "a" op_type: "Relu" output: "y" })"}),
              HasSubstr("node 'a' (Relu): has no input 0"));
  EXPECT_THAT(error_of_text({.graph = join_text(relu, relu)}),
              HasSubstr("gives 'y', a name that the file uses twice"));
  EXPECT_THAT(error_of_text({.graph = R"(node { op_type: "Relu" input: "x" output: "x" })"}),
              HasSubstr("gives 'x', a name that the file uses twice"));
  EXPECT_THAT(error_of_text({.graph = R"(initializer { name: "c" data_type: 1 } initializer { name: "c" })"}),
              HasSubstr("two initializers are called 'c'"));
  EXPECT_THAT(error_of_text({.graph = relu, .output = R"(output { name: "y" } output { name: "z" })"}),
              HasSubstr("gives the outputs 'y', 'z', expected one"));
  EXPECT_THAT(error_of_text({.graph = relu, .output = ""}), HasSubstr("gives no output"));
  EXPECT_THAT(error_of_text({.graph = relu, .output = R"(output { name: "x2" })"}),
              HasSubstr("its output 'x2' is not computed from its input"));
  EXPECT_THAT(error_of_text({.graph = join_text(relu, R"(input { name: "z" })")}),
              HasSubstr("takes the inputs 'x', 'z', expected one"));
  EXPECT_THAT(error_of_text({.graph = relu, .input = ""}), HasSubstr("takes no input"));
  const auto input = [](const char* type) {
    return join_text(R"(input { name: "x" type { tensor_type { )", type, " } } }");
  };
  EXPECT_THAT(error_of_text({.graph = relu, .input = input("elem_type: 10")}),
              HasSubstr("its input 'x' is of type float16, expected float32"));
  EXPECT_THAT(error_of_text({.graph = relu, .input = input("elem_type: 1 shape { dim { dim_value: 1 } }")}),
              HasSubstr("its input 'x' has 1 axes, expected images x channels x height x width"));
  EXPECT_THAT(error_of_text({.graph = relu,
                             .input = input("elem_type: 1 shape { dim { } dim { dim_value: 3 } dim { "
                                            "dim_param: 'h' } dim { dim_value: 3 } }")}),
              HasSubstr("its input 'x' leaves axis 2 open"));
  EXPECT_THAT(error_of_text({.graph = relu,
                             .input = input("elem_type: 1 shape { dim { } dim { dim_value: 3000000000 } "
                                            "dim { dim_value: 3000000000 } dim { dim_value: 3 } }")}),
              HasSubstr("m.onnx: node 'x' (input)"));
}

TEST(ReadOnnx, RefusesSizesThatOverflow) {
  const std::string texts[] = {
      R"(node { op_type: "Pad" input: "x" input: "p" output: "y" }
         initializer { name: "p" data_type: 7 dims: 8
                       int64_data: [0, 2147483648, 2147483648, 2147483648, 0, 0, 0, 0] })",
      R"(node { op_type: "Pad" input: "x" input: "p" output: "y" }
         initializer { name: "p" data_type: 7 dims: 8 int64_data: [0, 9223372036854775807, 0, 0, 0, 0, 0, 0] })",
      R"(node { op_type: "ConstantOfShape" input: "s" output: "c" } node { op_type: "Add" input: "x" input: "c" output: "y" }
         initializer { name: "s" data_type: 7 dims: 3 int64_data: [4294967296, 4294967296, 4294967296] })",
      R"(node { op_type: "MaxPool" input: "x" output: "y" attribute { name: "kernel_shape" type: INTS
           ints: 9223372036854775807 ints: 9223372036854775807 } attribute { name: "auto_pad" type: STRING s: "SAME_UPPER" } })",
      R"(node { op_type: "MaxPool" input: "x" output: "y" attribute { name: "kernel_shape" type: INTS ints: 2 ints: 2 }
           attribute { name: "pads" type: INTS ints: 9223372036854775807 ints: 1 ints: 9223372036854775807 ints: 1 } })",
      R"(node { op_type: "Reshape" input: "x" input: "s" output: "y" }
         initializer { name: "s" data_type: 7 dims: 4 int64_data: [0, 4294967296, 4294967296, -1] })",
      R"(node { op_type: "Mul" input: "s" input: "s" output: "t" } node { op_type: "Reshape" input: "x" input: "t" output: "y" }
         initializer { name: "s" data_type: 7 dims: 1 int64_data: 4294967296 })",
      R"(node { op_type: "Div" input: "s" input: "z" output: "t" } node { op_type: "Reshape" input: "x" input: "t" output: "y" }
         initializer { name: "s" data_type: 7 dims: 1 int64_data: 4 } initializer { name: "z" data_type: 7 dims: 1 int64_data: 0 })",
      R"(node { op_type: "Add" input: "a" input: "b" output: "c" } node { op_type: "Add" input: "x" input: "c" output: "y" }
         node { op_type: "ConstantOfShape" input: "s" output: "a" }
         node { op_type: "Transpose" input: "a" output: "b" }
         initializer { name: "s" data_type: 7 dims: 2 int64_data: [100000, 1] })",
  };
  for (const std::string& text : texts)
    EXPECT_THAT(error_of_text({.graph = text}), HasSubstr("m.onnx: ")) << text;
}

TEST(ReadOnnx, NamesAFileThatIsNoModel) {
  const TempDir dir;
  const std::string random = "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff";
  for (const std::string& content : {std::string(), std::string("idx\tlabel\tpredict\n0\t1\t1\n"), random,
                                     std::string("\x3a\xff\xff\xff\xff\x0b", 6), std::string(1000, '\0')}) {
    const auto path = dir.write("weights.onnx", content);
    EXPECT_THAT(error_of([&] { read_onnx(path); }), HasSubstr("weights.onnx: "));
  }
  EXPECT_THAT(error_of([&] { read_onnx(dir / "absent.onnx"); }), HasSubstr("cannot be opened"));
}

/// Reads a damaged file: it must end in an error of one line or a graph.
void expect_survives(const TempDir& dir, const std::string& content) {
  const auto path = dir.write("damaged.onnx", content);
  try {
    const Graph graph = read_onnx(path);
    EXPECT_FALSE(graph.nodes().empty());
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("damaged.onnx: "));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
  }
}

TEST(ReadOnnx, SurvivesDamage) {
  const TempDir dir;
  std::mt19937 random(20);
  const char* asked = std::getenv("CERTUS_FUZZ_ROUNDS");
  const int rounds = asked != nullptr ? std::atoi(asked) : 20;
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      SCOPED_TRACE(file.string());
      const std::string whole = content_of(file);
      for (int round = 0; round < rounds; ++round) {
        expect_survives(dir, whole.substr(0, random() % whole.size()));
        std::string flipped = whole;
        for (unsigned left = 1 + random() % 4; left > 0; --left) {
          flipped[random() % flipped.size()] ^= static_cast<char>(1U << random() % 8);
        }
        expect_survives(dir, flipped);
        std::string replaced = whole;
        replaced[random() % replaced.size()] = static_cast<char>(random());
        expect_survives(dir, replaced);
        std::string cut = whole;
        cut.erase(random() % cut.size(), 1 + random() % 16);
        expect_survives(dir, cut);
        expect_survives(dir, test::mutated_onnx(whole, random));
      }
    }
  }
}

}  // namespace
}  // namespace certus
