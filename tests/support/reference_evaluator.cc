#include "support/reference_evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "certus/base/error.h"

namespace certus::test {
namespace {

using Index = std::vector<std::int64_t>;
using Values = std::vector<double>;

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// The position of an element in row-major order.
std::size_t offset(const Shape& shape, const Index& index) {
  std::int64_t flat = 0;
  for (std::size_t a = 0; a < shape.size(); ++a) flat = flat * shape[a] + index[a];
  return at(flat);
}

/// Calls body(index, flat) for every element in row-major order.
template <typename Body>
void for_each(const Shape& shape, Body body) {
  const std::int64_t count = element_count(shape);
  Index index(shape.size(), 0);
  for (std::int64_t flat = 0; flat < count; ++flat) {
    body(index, at(flat));
    for (std::size_t a = shape.size(); a-- > 0;) {
      if (++index[a] < shape[a]) break;
      index[a] = 0;
    }
  }
}

/// The element of a broadcast operand that belongs to an element of the result.
std::size_t broadcast_offset(const Shape& shape, const Index& index) {
  Index own(shape.size());
  for (std::size_t a = 0; a < shape.size(); ++a) {
    own[a] = shape[a] == 1 ? 0 : index[index.size() - shape.size() + a];
  }
  return offset(shape, own);
}

struct Evaluator {
  const Graph& graph;
  const Node& node;
  std::span<const float> image;
  const std::vector<Values>& results;

  const Values& x(std::size_t i = 0) const { return results[at(node.inputs[i])]; }
  const Shape& from(std::size_t i = 0) const { return graph.node(node.inputs[i]).shape; }
  const std::vector<float>& parameter(const std::string& name) const { return graph.parameter(name).values; }

  template <typename Function>
  Values map(Function function) const {
    Values out = x();
    for (double& value : out) value = function(value);
    return out;
  }
  /// Every element of the result by its index.
  template <typename Function>
  Values make(Function function) const {
    Values out(at(element_count(node.shape)));
    for_each(node.shape, [&](const Index& index, std::size_t flat) { out[flat] = function(index); });
    return out;
  }
  /// Every element by its channel and itself.
  template <typename Function>
  Values per_channel(Function function) const {
    Values out = x();
    const std::size_t inner = out.size() / at(from()[0]);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = function(i / inner, out[i]);
    return out;
  }

  Values operator()(const InputOp&) const { return {image.begin(), image.end()}; }
  Values operator()(const ConstantOp& op) const {
    const std::vector<float>& values = parameter(op.value);
    return {values.begin(), values.end()};
  }
  Values operator()(const NormalizeOp& op) const {
    return per_channel([&](std::size_t c, double value) { return (value - op.mean[c]) / op.std[c]; });
  }
  Values operator()(const ConvOp& op) const {
    const Tensor& weight = graph.parameter(op.weight);
    const std::int64_t inside = weight.shape[1];
    const std::int64_t out_per_group = weight.shape[0] / op.groups;
    return make([&](const Index& o) {
      double sum = op.bias ? parameter(*op.bias)[at(o[0])] : 0.0;
      for (std::int64_t c = 0; c < inside; ++c) {
        const std::int64_t channel = o[0] / out_per_group * inside + c;
        for (std::int64_t i = 0; i < op.window.kernel[0]; ++i) {
          for (std::int64_t j = 0; j < op.window.kernel[1]; ++j) {
            const std::int64_t y = o[1] * op.window.stride[0] - op.window.pad[0] + i * op.window.dilation[0];
            const std::int64_t z = o[2] * op.window.stride[1] - op.window.pad[1] + j * op.window.dilation[1];
            if (y < 0 || y >= from()[1] || z < 0 || z >= from()[2]) continue;
            sum += x()[offset(from(), {channel, y, z})] *
                   double{weight.values[offset(weight.shape, {o[0], c, i, j})]};
          }
        }
      }
      return sum;
    });
  }
  Values operator()(const BatchNormOp& op) const {
    const auto& weight = parameter(op.weight);
    const auto& bias = parameter(op.bias);
    const auto& mean = parameter(op.running_mean);
    const auto& variance = parameter(op.running_var);
    return per_channel([&](std::size_t c, double value) {
      return (value - mean[c]) / std::sqrt(double{variance[c]} + op.epsilon) * weight[c] + bias[c];
    });
  }
  Values operator()(const ReluOp&) const {
    return map([](double v) { return std::max(v, 0.0); });
  }
  Values operator()(const LeakyReluOp& op) const {
    return map([&](double v) { return v >= 0.0 ? v : v * op.slope; });
  }
  Values operator()(const SigmoidOp&) const {
    return map([](double v) { return 1.0 / (1.0 + std::exp(-v)); });
  }
  Values operator()(const ClipOp& op) const {
    return map([&](double v) { return std::clamp(v, double{op.low}, double{op.high}); });
  }
  Values operator()(const ArithmeticOp& op) const {
    return make([&](const Index& index) {
      const double a = x(0)[broadcast_offset(from(0), index)];
      const double b = x(1)[broadcast_offset(from(1), index)];
      switch (op.kind) {
        case ArithmeticOp::Kind::kAdd:
          return a + b;
        case ArithmeticOp::Kind::kSub:
          return a - b;
        case ArithmeticOp::Kind::kMul:
          return a * b;
        case ArithmeticOp::Kind::kDiv:
          return a / b;
      }
      return 0.0;
    });
  }
  Values operator()(const LinearOp& op) const {
    const Tensor& weight = graph.parameter(op.weight);
    const std::int64_t length = weight.shape[1];
    return make([&](const Index& o) {
      double sum = op.bias ? parameter(*op.bias)[at(o.back())] : 0.0;
      Index index = o;
      for (std::int64_t i = 0; i < length; ++i) {
        index.back() = i;
        sum += x()[offset(from(), index)] * double{weight.values[at(o.back() * length + i)]};
      }
      return sum;
    });
  }
  Values operator()(const MatMulOp&) const {
    return make([&](const Index& o) {
      double sum = 0.0;
      Index a = o;
      Index b = o;
      for (std::int64_t i = 0; i < from(0).back(); ++i) {
        a.back() = i;
        b[b.size() - 2] = i;
        sum += x(0)[broadcast_offset(from(0), a)] * x(1)[broadcast_offset(from(1), b)];
      }
      return sum;
    });
  }
  /// Calls body(value) for every element of the image under the window at o.
  template <typename Body>
  void for_window(const Window& w, const Index& o, Body body) const {
    for (std::int64_t i = 0; i < w.kernel[0]; ++i) {
      for (std::int64_t j = 0; j < w.kernel[1]; ++j) {
        const std::int64_t y = o[1] * w.stride[0] - w.pad[0] + i * w.dilation[0];
        const std::int64_t z = o[2] * w.stride[1] - w.pad[1] + j * w.dilation[1];
        if (y < 0 || y >= from()[1] || z < 0 || z >= from()[2]) continue;
        body(x()[offset(from(), {o[0], y, z})]);
      }
    }
  }
  Values operator()(const MaxPoolOp& op) const {
    return make([&](const Index& o) {
      double largest = -std::numeric_limits<double>::infinity();
      for_window(op.window, o, [&](double value) { largest = std::max(largest, value); });
      return largest;
    });
  }
  Values operator()(const AveragePoolOp& op) const {
    return make([&](const Index& o) {
      double sum = 0.0;
      std::int64_t inside = 0;
      for_window(op.window, o, [&](double value) {
        sum += value;
        ++inside;
      });
      // Where the last window was rounded up it may reach beyond the padding; that part never counts.
      std::int64_t counted = 1;
      for (std::size_t a = 0; a < 2; ++a) {
        const std::int64_t start = o[1 + a] * op.window.stride[a] - op.window.pad[a];
        const std::int64_t stop = std::min(start + op.window.kernel[a], from()[1 + a] + op.window.pad[2 + a]);
        counted *= stop - start;
      }
      return sum / static_cast<double>(op.count_padding ? counted : inside);
    });
  }
  Values operator()(const GlobalAveragePoolOp&) const { return mean_over({1, 2}); }
  Values operator()(const ReduceMeanOp& op) const { return mean_over(op.axes); }
  Values mean_over(const std::vector<int>& axes) const {
    Shape kept = from();
    std::int64_t length = 1;
    for (const int axis : axes) length *= std::exchange(kept[at(axis)], 1);
    Values out(at(element_count(kept)), 0.0);
    for_each(from(), [&](const Index& index, std::size_t flat) {
      out[broadcast_offset(kept, index)] += x()[flat] / static_cast<double>(length);
    });
    return out;
  }
  Values operator()(const ReshapeOp&) const { return x(); }
  Values operator()(const TransposeOp& op) const {
    return make([&](const Index& o) {
      Index index(o.size());
      for (std::size_t a = 0; a < o.size(); ++a) index[at(op.order[a])] = o[a];
      return x()[offset(from(), index)];
    });
  }
  Values operator()(const PadOp& op) const {
    return make([&](const Index& o) {
      Index index(o.size());
      for (std::size_t a = 0; a < o.size(); ++a) {
        const std::int64_t size = from()[a];
        std::int64_t i = o[a] - op.before[a];
        if (op.mode == PadOp::Mode::kConstant && (i < 0 || i >= size)) return double{op.value};
        if (op.mode == PadOp::Mode::kReflect && i < 0) i = -i;
        if (op.mode == PadOp::Mode::kReflect && i >= size) i = 2 * (size - 1) - i;
        index[a] = std::clamp<std::int64_t>(i, 0, size - 1);
      }
      return x()[offset(from(), index)];
    });
  }
  Values operator()(const SliceOp& op) const {
    return make([&](Index index) {
      index[at(op.axis)] = op.start + index[at(op.axis)] * op.step;
      return x()[offset(from(), index)];
    });
  }
  Values operator()(const ConcatOp& op) const {
    return make([&](Index index) {
      std::int64_t& along = index[at(op.axis)];
      std::size_t part = 0;
      while (along >= from(part)[at(op.axis)]) along -= from(part++)[at(op.axis)];
      return x(part)[offset(from(part), index)];
    });
  }
};

}  // namespace

std::vector<double> reference_logits(const Graph& graph, std::span<const float> image) {
  CERTUS_CHECK(static_cast<std::int64_t>(image.size()) == element_count(graph.input_shape()));
  std::vector<Values> results;
  for (const Node& node : graph.nodes()) {
    results.push_back(std::visit(Evaluator{graph, node, image, results}, node.operation));
  }
  return results.back();
}

}  // namespace certus::test
