#include "certus/model/evaluate_operation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "certus/base/error.h"
#include "certus/model/arithmetic.h"

namespace certus {
namespace {

using Index = std::vector<std::int64_t>;

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// The row-major position of the element of a tensor that belongs to an element of a result. The tensor is
/// broadcast if it has fewer axes or an axis of size 1.
std::size_t offset(const Shape& shape, const Index& index) {
  const std::size_t leading = index.size() - shape.size();
  std::int64_t flat = 0;
  for (std::size_t a = 0; a < shape.size(); ++a) {
    flat = flat * shape[a] + (shape[a] == 1 ? 0 : index[leading + a]);
  }
  return at(flat);
}

/// Calls body(index, flat) for every element in row-major order.
template <typename Body>
void for_each(const Shape& shape, Body body) {
  const std::int64_t count = element_count(shape);
  Index index(shape.size(), 0);
  for (std::int64_t flat = 0; flat < count; ++flat) {
    body(std::as_const(index), at(flat));
    for (std::size_t a = shape.size(); a-- > 0;) {
      if (++index[a] < shape[a]) break;
      index[a] = 0;
    }
  }
}

/// e^v with the same bits on every machine: C libraries differ in the last bit. v = n ln 2 + r with
/// |r| < 0.35, where 14 terms of the series suffice for double. Beyond |v| = 700 the result stays constant.
double exponential(double v) {
  if (std::isnan(v)) return v;
  v = std::clamp(v, -700.0, 700.0);
  constexpr double kLog2High = 0x1.62e42feep-1;  // has so few digits that n times it is exact
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  const double n = std::floor(v * 0x1.71547652b82fep+0 + 0.5);
  const double r = (v - n * kLog2High) - n * kLog2Low;
  double sum = 1.0;
  for (int term = 13; term > 0; --term) sum = 1.0 + sum * r / term;
  return std::ldexp(sum, static_cast<int>(n));
}

template <typename Number>
struct Evaluator {
  const Graph& graph;
  const Node& node;
  std::span<const std::span<const Number>> inputs;
  std::span<Number> output;

  std::span<const Number> x(std::size_t i = 0) const { return inputs[i]; }
  const Shape& from(std::size_t i = 0) const { return graph.node(node.inputs[i]).shape; }
  const std::vector<float>& parameter(const std::string& name) const { return graph.parameter(name).values; }

  /// Computes every element of the result from the corresponding element of the input.
  template <typename Function>
  void map(Function function) const {
    for (std::size_t i = 0; i < output.size(); ++i) {
      output[i] = static_cast<Number>(function(double{x()[i]}));
    }
  }
  /// Computes every element of the result from its index.
  template <typename Function>
  void make(Function function) const {
    for_each(node.shape, [&](const Index& index, std::size_t flat) {
      output[flat] = static_cast<Number>(function(index));
    });
  }
  /// Computes every element of the result from its channel and the corresponding element of the input.
  template <typename Function>
  void per_channel(Function function) const {
    const std::size_t inner = output.size() / at(from()[0]);
    for (std::size_t i = 0; i < output.size(); ++i) {
      output[i] = static_cast<Number>(function(i / inner, double{x()[i]}));
    }
  }
  void copy() const { std::copy(x().begin(), x().end(), output.begin()); }

  void operator()(const InputOp&) const { copy(); }
  void operator()(const ReshapeOp&) const { copy(); }
  void operator()(const ConstantOp& op) const {
    const std::vector<float>& values = parameter(op.value);
    std::copy(values.begin(), values.end(), output.begin());
  }
  void operator()(const NormalizeOp& op) const {
    per_channel([&](std::size_t c, double value) { return (value - op.mean[c]) / op.std[c]; });
  }
  void operator()(const ConvOp& op) const {
    const Tensor& weight = graph.parameter(op.weight);
    const std::int64_t inside = weight.shape[1];
    const std::int64_t out_per_group = weight.shape[0] / op.groups;
    const std::int64_t taps = op.window.kernel[0] * op.window.kernel[1];
    make([&](const Index& o) {
      double sum = op.bias ? double{parameter(*op.bias)[at(o[0])]} : 0.0;
      for (std::int64_t c = 0; c < inside; ++c) {
        const std::int64_t channel = o[0] / out_per_group * inside + c;
        const float* weights = &weight.values[at((o[0] * inside + c) * taps)];
        for_window(op.window, o, channel,
                   [&](std::int64_t tap, double value) { sum += value * double{weights[tap]}; });
      }
      return sum;
    });
  }
  void operator()(const BatchNormOp& op) const {
    const auto& weight = parameter(op.weight);
    const auto& bias = parameter(op.bias);
    const auto& mean = parameter(op.running_mean);
    const auto& variance = parameter(op.running_var);
    per_channel([&](std::size_t c, double value) {
      return (value - mean[c]) / std::sqrt(double{variance[c]} + op.epsilon) * weight[c] + bias[c];
    });
  }
  void operator()(const ReluOp&) const {
    map([](double v) { return std::max(v, 0.0); });
  }
  void operator()(const LeakyReluOp& op) const {
    map([&](double v) { return v >= 0.0 ? v : v * op.slope; });
  }
  void operator()(const SigmoidOp&) const {
    map([](double v) { return 1.0 / (1.0 + exponential(-v)); });
  }
  void operator()(const ClipOp& op) const {
    map([&](double v) { return std::clamp(v, double{op.low}, double{op.high}); });
  }
  void operator()(const ArithmeticOp& op) const {
    make([&](const Index& index) {
      const double a = x(0)[offset(from(0), index)];
      const double b = x(1)[offset(from(1), index)];
      return combine(a, b, op.kind);
    });
  }
  void operator()(const LinearOp& op) const {
    const Tensor& weight = graph.parameter(op.weight);
    const std::size_t length = at(weight.shape[1]), outputs = at(weight.shape[0]);
    for (std::size_t flat = 0; flat < output.size(); ++flat) {
      const std::size_t row = flat / outputs, o = flat % outputs;
      double sum = op.bias ? double{parameter(*op.bias)[o]} : 0.0;
      for (std::size_t i = 0; i < length; ++i) {
        sum += double{x()[row * length + i]} * double{weight.values[o * length + i]};
      }
      output[flat] = static_cast<Number>(sum);
    }
  }
  void operator()(const MatMulOp&) const {
    make([&](const Index& o) {
      double sum = 0.0;
      Index a = o;
      Index b = o;
      for (std::int64_t i = 0; i < from(0).back(); ++i) {
        a.back() = i;
        b[b.size() - 2] = i;
        sum += double{x(0)[offset(from(0), a)]} * double{x(1)[offset(from(1), b)]};
      }
      return sum;
    });
  }
  /// Calls body(tap, value) for every element of a channel that lies under the window at o; taps are
  /// numbered row by row.
  template <typename Body>
  void for_window(const Window& w, const Index& o, std::int64_t channel, Body body) const {
    const Shape& shape = from();
    for (std::int64_t i = 0; i < w.kernel[0]; ++i) {
      const std::int64_t row = o[1] * w.stride[0] - w.pad[0] + i * w.dilation[0];
      if (row < 0 || row >= shape[1]) continue;
      const auto values = x().subspan(at((channel * shape[1] + row) * shape[2]), at(shape[2]));
      for (std::int64_t j = 0; j < w.kernel[1]; ++j) {
        const std::int64_t column = o[2] * w.stride[1] - w.pad[1] + j * w.dilation[1];
        if (column < 0 || column >= shape[2]) continue;
        body(i * w.kernel[1] + j, double{values[at(column)]});
      }
    }
  }
  void operator()(const MaxPoolOp& op) const {
    make([&](const Index& o) {
      double largest = -std::numeric_limits<double>::infinity();
      for_window(op.window, o, o[0], [&](std::int64_t, double value) {
        if (value > largest || std::isnan(value)) largest = value;
      });
      return largest;
    });
  }
  void operator()(const AveragePoolOp& op) const {
    make([&](const Index& o) {
      double sum = 0.0;
      std::int64_t inside = 0;
      for_window(op.window, o, o[0], [&](std::int64_t, double value) {
        sum += value;
        ++inside;
      });
      // If the number of windows was rounded up, the last window may reach beyond the padding; that
      // part never counts.
      std::int64_t counted = 1;
      for (std::size_t a = 0; a < 2; ++a) {
        const std::int64_t start = o[1 + a] * op.window.stride[a] - op.window.pad[a];
        const std::int64_t stop = std::min(start + op.window.kernel[a], from()[1 + a] + op.window.pad[2 + a]);
        counted *= stop - start;
      }
      return sum / static_cast<double>(op.count_padding ? counted : inside);
    });
  }
  void operator()(const GlobalAveragePoolOp&) const { mean_over({1, 2}); }
  void operator()(const ReduceMeanOp& op) const { mean_over(op.axes); }
  void mean_over(const std::vector<int>& axes) const {
    Shape kept = from();
    std::int64_t length = 1;
    for (const int axis : axes) length *= std::exchange(kept[at(axis)], 1);
    std::vector<double> sums(output.size(), 0.0);
    for_each(from(), [&](const Index& index, std::size_t flat) { sums[offset(kept, index)] += x()[flat]; });
    for (std::size_t i = 0; i < sums.size(); ++i) {
      output[i] = static_cast<Number>(sums[i] / static_cast<double>(length));
    }
  }
  void operator()(const TransposeOp& op) const {
    Index index(op.order.size());
    make([&](const Index& o) {
      for (std::size_t a = 0; a < o.size(); ++a) index[at(op.order[a])] = o[a];
      return x()[offset(from(), index)];
    });
  }
  void operator()(const PadOp& op) const {
    Index index(from().size());
    make([&](const Index& o) {
      for (std::size_t a = 0; a < o.size(); ++a) {
        const std::int64_t size = from()[a];
        std::int64_t i = o[a] - op.before[a];
        if (op.mode == PadOp::Mode::kConstant && (i < 0 || i >= size)) return static_cast<Number>(op.value);
        if (op.mode == PadOp::Mode::kReflect && i < 0) i = -i;
        if (op.mode == PadOp::Mode::kReflect && i >= size) i = 2 * (size - 1) - i;
        index[a] = std::clamp<std::int64_t>(i, 0, size - 1);
      }
      return x()[offset(from(), index)];
    });
  }
  void operator()(const SliceOp& op) const {
    make([&](Index index) {
      index[at(op.axis)] = op.start + index[at(op.axis)] * op.step;
      return x()[offset(from(), index)];
    });
  }
  void operator()(const ConcatOp& op) const {
    make([&](Index index) {
      std::int64_t& along = index[at(op.axis)];
      std::size_t part = 0;
      while (along >= from(part)[at(op.axis)]) along -= from(part++)[at(op.axis)];
      return x(part)[offset(from(part), index)];
    });
  }
};

}  // namespace

template <typename Number>
void evaluate_operation(const Node& node, const Graph& graph, std::span<const std::span<const Number>> inputs,
                        std::span<Number> output) {
  CERTUS_CHECK(static_cast<std::int64_t>(output.size()) == element_count(node.shape));
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    CERTUS_CHECK(static_cast<std::int64_t>(inputs[i].size()) ==
                 element_count(graph.node(node.inputs[i]).shape));
  }
  std::visit(Evaluator<Number>{graph, node, inputs, output}, node.operation);
}

template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const float>>,
                                 std::span<float>);
template void evaluate_operation(const Node&, const Graph&, std::span<const std::span<const double>>,
                                 std::span<double>);

}  // namespace certus
