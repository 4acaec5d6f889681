#include "certus/model/onnx_write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certus/model/onnx_read.h"
#include "support/onnx_fixtures.h"
#include "support/reference_evaluator.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using test::TempDir;
using testing::HasSubstr;

/// Numbers that differ from each other, none of them zero.
Tensor numbers(const Shape& shape, float scale = 0.1F, float start = 0.05F) {
  Tensor out{shape, {}};
  for (std::int64_t i = 0; i < element_count(shape); ++i) {
    out.values.push_back(start + scale * static_cast<float>(i * 7 % 11) * (i % 2 == 0 ? 1.0F : -1.0F));
  }
  return out;
}

/// Every operation, each with attributes that are not the default ones.
Graph every_operation() {
  Graph g;
  g.parameters = {{"conv.weight", numbers({4, 1, 3, 2})},
                  {"conv.bias", numbers({4})},
                  {"bn.weight", numbers({4})},
                  {"bn.bias", numbers({4})},
                  {"bn.running_mean", numbers({4})},
                  {"bn.running_var", numbers({4}, 0.0F, 0.7F)},
                  {"scale", numbers({4, 1, 1})},
                  {"extra", numbers({1, 6, 6})},
                  {"token.weight", numbers({3, 5})},
                  {"token.bias", numbers({3})},
                  {"mix.weight", numbers({5, 5})},
                  {"left", numbers({2, 5})},
                  {"fc.weight", numbers({3, 6})},
                  {"fc.bias", numbers({3})},
                  {"last.weight", numbers({4, 3})}};
  NodeId x = g.add("input", InputOp{{2, 6, 6}});
  x = g.add("normalize", NormalizeOp{{0.4F, 0.5F}, {0.2F, 0.3F}}, {x});
  ConvOp conv{.groups = 2, .weight = "conv.weight", .bias = "conv.bias"};
  conv.window = {.kernel = {3, 2}, .stride = {1, 1}, .dilation = {2, 1}, .pad = {3, 0, 1, 1}};
  x = g.add("conv", conv, {x});
  x = g.add("bn", BatchNormOp{"bn.weight", "bn.bias", "bn.running_mean", "bn.running_var", 1e-3F}, {x});
  const NodeId leaky = g.add("leaky", LeakyReluOp{0.3F}, {x});
  const NodeId relu = g.add("relu", ReluOp{}, {x});
  const NodeId swish = g.add("sigmoid", SigmoidOp{}, {leaky});
  x = g.add("mul", ArithmeticOp{ArithmeticOp::Kind::kMul}, {swish, relu});
  const NodeId scale = g.add("scale", ConstantOp{"scale"});
  x = g.add("sub", ArithmeticOp{ArithmeticOp::Kind::kSub}, {scale, x});
  x = g.add("clip", ClipOp{-0.7F, 0.9F}, {x});
  const NodeId extra = g.add("extra", ConstantOp{"extra"});
  x = g.add("concat", ConcatOp{0}, {x, extra});
  MaxPoolOp maximum{.ceil_mode = true};
  maximum.window = {.kernel = {2, 3}, .stride = {2, 1}, .dilation = {1, 2}, .pad = {1, 0, 0, 1}};
  const NodeId pooled = g.add("maxpool", maximum, {x});
  AveragePoolOp average{.ceil_mode = true, .count_padding = true};
  average.window = {.kernel = {3, 2}, .stride = {2, 2}, .pad = {1, 0, 1, 1}};
  const NodeId averaged = g.add("avgpool", average, {x});
  const NodeId global = g.add("global", GlobalAveragePoolOp{}, {averaged});
  x = g.add("add", ArithmeticOp{ArithmeticOp::Kind::kAdd}, {pooled, global});
  x = g.add("pad", PadOp{PadOp::Mode::kReflect, {0, 1, 0}, {0, 0, 1}, 0.0F}, {x});
  x = g.add("edge", PadOp{PadOp::Mode::kEdge, {0, 0, 0}, {0, 1, 0}, 0.0F}, {x});
  x = g.add("fill", PadOp{PadOp::Mode::kConstant, {1, 0, -1}, {0, 0, 1}, 0.5F}, {x});
  x = g.add("slice", SliceOp{0, 1, 6, 1}, {x});
  x = g.add("every", SliceOp{1, 0, g.node(x).shape[1], 2}, {x});
  x = g.add("mean", ReduceMeanOp{{1}, false}, {x});
  x = g.add("transpose", TransposeOp{{1, 0}}, {x});
  x = g.add("mix", LinearOp{"mix.weight", std::nullopt}, {x});
  const NodeId tokens = g.add("token", LinearOp{"token.weight", "token.bias"}, {x});
  x = g.add("turn", TransposeOp{{1, 0}}, {x});
  const NodeId left = g.add("left", ConstantOp{"left"});
  const NodeId few = g.add("few", MatMulOp{}, {left, x});
  x = g.add("matmul", MatMulOp{}, {few, tokens});
  x = g.add("flatten", ReshapeOp{{6}}, {x});
  x = g.add("fc", LinearOp{"fc.weight", "fc.bias"}, {x});
  g.add("last", LinearOp{"last.weight", std::nullopt}, {x});
  return g;
}

void expect_same(const Graph& found, const Graph& expected) {
  // Constants are placed where they are first read; everything else keeps its place.
  const auto others = [](const Graph& graph) {
    std::vector<const Node*> nodes;
    for (const Node& node : graph.nodes()) {
      if (!std::holds_alternative<ConstantOp>(node.operation)) nodes.push_back(&node);
    }
    return nodes;
  };
  const auto a = others(found);
  const auto b = others(expected);
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(found.nodes().size(), expected.nodes().size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(operation_name(a[i]->operation), operation_name(b[i]->operation)) << b[i]->name;
    EXPECT_EQ(a[i]->shape, b[i]->shape) << b[i]->name;
    EXPECT_EQ(a[i]->inputs.size(), b[i]->inputs.size());
  }
  EXPECT_EQ(found.parameters, expected.parameters);
}

TEST(WriteOnnx, EveryOperationComesBack) {
  const TempDir dir;
  const Graph graph = every_operation();
  std::set<std::string_view> kinds;
  for (const Node& node : graph.nodes()) kinds.insert(operation_name(node.operation));
  EXPECT_EQ(kinds.size(), std::variant_size_v<Operation>);

  write_onnx(graph, dir / "a.onnx", Overwrite::kRefuse);
  const Graph back = read_onnx(dir / "a.onnx");
  expect_same(back, graph);

  // Attributes: what is read is written again byte by byte.
  write_onnx(back, dir / "b.onnx", Overwrite::kRefuse);
  EXPECT_TRUE(content_of(dir / "a.onnx") == content_of(dir / "b.onnx"));

  const Tensor image = numbers({2, 6, 6}, 0.09F, 0.5F);
  EXPECT_EQ(test::reference_logits(back, image.values), test::reference_logits(graph, image.values));
}

TEST(WriteOnnx, ANormalizationComesBackAsOne) {
  const TempDir dir;
  write_onnx(every_operation(), dir / "a.onnx", Overwrite::kRefuse);
  const Graph back = read_onnx(dir / "a.onnx");
  const auto& normalize = std::get<NormalizeOp>(back.node(1).operation);
  EXPECT_THAT(normalize.mean, testing::ElementsAre(0.4F, 0.5F));
  EXPECT_THAT(normalize.std, testing::ElementsAre(0.2F, 0.3F));
}

TEST(WriteOnnx, WhatPyTorchWroteComesBack) {
  const TempDir dir;
  for (const test::OnnxFixture& fixture : test::onnx_fixtures()) {
    for (const auto& file : fixture.files) {
      SCOPED_TRACE(file.filename().string());
      const Graph graph = read_onnx(file);
      write_onnx(graph, dir / "a.onnx", Overwrite::kAllow);
      const Graph back = read_onnx(dir / "a.onnx");
      expect_same(back, graph);
      for (const auto& image : fixture.images) {
        EXPECT_EQ(test::reference_logits(back, image), test::reference_logits(graph, image));
      }
    }
  }
}

TEST(WriteOnnx, InputsOfDifferentRanksKeepTheirMeaning) {
  const TempDir dir;
  Graph graph;
  graph.parameters = {{"c", numbers({3, 1, 1})}};
  const NodeId x = graph.add("input", InputOp{{2, 2, 3}});
  const NodeId columns = graph.add("columns", ReduceMeanOp{{0, 1}, false}, {x});
  const NodeId sum = graph.add("sum", ArithmeticOp{ArithmeticOp::Kind::kAdd}, {x, columns});
  const NodeId rows = graph.add("rows", ReduceMeanOp{{0}, false}, {sum});
  const NodeId c = graph.add("c", ConstantOp{"c"});
  graph.add("outer", ArithmeticOp{ArithmeticOp::Kind::kMul}, {rows, c});
  write_onnx(graph, dir / "a.onnx", Overwrite::kRefuse);
  const Tensor image = numbers({2, 2, 3});
  EXPECT_EQ(test::reference_logits(read_onnx(dir / "a.onnx"), image.values),
            test::reference_logits(graph, image.values));
}

TEST(WriteOnnx, OverwritesOnlyWhenAsked) {
  const TempDir dir;
  const auto path = dir.write("a.onnx", "precious");
  EXPECT_THAT(error_of([&] { write_onnx(every_operation(), path, Overwrite::kRefuse); }),
              HasSubstr("exists already"));
  EXPECT_EQ(content_of(path), "precious");
}

TEST(WriteOnnx, RefusesANameItNeedsItself) {
  const TempDir dir;
  Graph graph;
  graph.parameters = {{"logits", numbers({2, 4})}};
  const NodeId x = graph.add("input", InputOp{{1, 2, 2}});
  graph.add("fc", LinearOp{"logits", std::nullopt}, {graph.add("flatten", ReshapeOp{{4}}, {x})});
  EXPECT_THAT(error_of([&] { write_onnx(graph, dir / "a.onnx", Overwrite::kRefuse); }),
              HasSubstr("a.onnx: cannot be written: a parameter is called 'logits'"));
}

}  // namespace
}  // namespace certus
