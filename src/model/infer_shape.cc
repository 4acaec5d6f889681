#include "certus/model/infer_shape.h"

#include <algorithm>
#include <set>
#include <utility>

#include "certus/base/error.h"

namespace certus {
namespace {

/// Largest size of an axis, a window or a padding: far above that of any network, far below the point
/// where sums overflow.
constexpr std::int64_t kMaxSize = std::int64_t{1} << 31;

template <typename... Parts>
[[noreturn]] void wrong(const Parts&... parts) {
  fail(ErrorKind::kData, parts...);
}

struct ShapeOf {
  const std::vector<const Shape*>& inputs;
  const std::map<std::string, Tensor>& parameters;

  const Shape& input(std::size_t i = 0) const { return *inputs[i]; }

  void need_inputs(std::size_t count) const {
    if (inputs.size() != count) wrong("has ", inputs.size(), " inputs, expected ", count);
  }

  const Shape& parameter(const std::string& name) const {
    const auto found = parameters.find(name);
    if (found == parameters.end()) wrong("the parameter '", name, "' is missing");
    return found->second.shape;
  }

  void need_parameter(const std::string& name, const Shape& expected) const {
    const Shape& found = parameter(name);
    if (found != expected) {
      wrong("the parameter '", name, "' is ", shape_text(found), ", expected ", shape_text(expected));
    }
  }

  const Shape& need_image() const {
    need_inputs(1);
    if (input().size() != 3) {
      wrong("its input is ", shape_text(input()), ", expected channels x height x width");
    }
    return input();
  }

  int need_axis(int axis) const {
    if (axis < 0 || axis >= static_cast<int>(input().size())) {
      wrong("axis ", axis, " is not one of its input ", shape_text(input()));
    }
    return axis;
  }

  static std::int64_t need_size(std::int64_t size, std::int64_t least, const char* what) {
    if (size < least || size > kMaxSize) wrong(what, " is ", size, ", expected ", least, " to ", kMaxSize);
    return size;
  }

  /// Height and width of the result of a window.
  std::array<std::int64_t, 2> windows(const Window& window, bool ceil_mode) const {
    std::array<std::int64_t, 2> out{};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t in = input()[1 + i];
      const std::int64_t before = need_size(window.pad[i], 0, "a padding");
      const std::int64_t after = need_size(window.pad[2 + i], 0, "a padding");
      const std::int64_t stride = need_size(window.stride[i], 1, "a stride");
      const std::int64_t span = need_size(window.dilation[i], 1, "a dilation") *
                                    (need_size(window.kernel[i], 1, "a kernel size") - 1) +
                                1;
      const std::int64_t room = in + before + after - span;
      if (room < 0) {
        wrong("a window of ", span, " does not fit its input ", shape_text(input()), " with padding ", before,
              " and ", after);
      }
      out[i] = room / stride + 1;
      // As PyTorch does it: a last window that would start in the padding behind the input is dropped.
      if (ceil_mode && room % stride != 0 && out[i] * stride < in + before) ++out[i];
    }
    return out;
  }

  Shape operator()(const InputOp& op) const {
    need_inputs(0);
    for (const std::int64_t size : op.shape) need_size(size, 1, "an axis of the input");
    return op.shape;
  }
  Shape operator()(const ConstantOp& op) const {
    need_inputs(0);
    return parameter(op.value);
  }
  Shape operator()(const NormalizeOp& op) const {
    const auto channels = static_cast<std::size_t>(need_image()[0]);
    if (op.mean.size() != channels || op.std.size() != channels) {
      wrong("normalizes ", op.mean.size(), " channels, its input has ", channels);
    }
    for (const float std : op.std) {
      if (!(std > 0.0F))
        wrong("divides by ", static_cast<double>(std), ", expected a positive standard deviation");
    }
    return input();
  }
  Shape operator()(const ConvOp& op) const {
    const std::int64_t channels = need_image()[0];
    const Shape& weight = parameter(op.weight);
    need_size(op.groups, 1, "the number of groups");
    if (weight.size() != 4 || channels % op.groups != 0 || weight[1] != channels / op.groups ||
        weight[0] % op.groups != 0 || weight[0] < 1) {
      wrong("the parameter '", op.weight, "' is ", shape_text(weight), ", expected out x ", channels,
            "/groups x height x width with ", op.groups, " groups");
    }
    if (weight[2] != op.window.kernel[0] || weight[3] != op.window.kernel[1]) {
      wrong("the parameter '", op.weight, "' is ", shape_text(weight), ", its kernel ", op.window.kernel[0],
            "x", op.window.kernel[1]);
    }
    if (op.bias) need_parameter(*op.bias, {weight[0]});
    const auto out = windows(op.window, false);
    return {weight[0], out[0], out[1]};
  }
  Shape operator()(const BatchNormOp& op) const {
    need_inputs(1);
    if (input().empty()) wrong("its input is a scalar, expected channels first");
    for (const std::string& name : {op.weight, op.bias, op.running_mean, op.running_var}) {
      need_parameter(name, {input()[0]});
    }
    return input();
  }
  Shape operator()(const ReluOp&) const { return same(); }
  Shape operator()(const LeakyReluOp&) const { return same(); }
  Shape operator()(const SigmoidOp&) const { return same(); }
  Shape operator()(const ClipOp& op) const {
    if (!(op.low <= op.high)) {
      wrong("clips to [", static_cast<double>(op.low), ", ", static_cast<double>(op.high),
            "], which is empty");
    }
    return same();
  }
  Shape same() const {
    need_inputs(1);
    return input();
  }
  Shape operator()(const ArithmeticOp&) const {
    need_inputs(2);
    return broadcast(input(0), input(1));
  }
  static Shape broadcast(const Shape& a, const Shape& b) {
    Shape out(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 1; i <= out.size(); ++i) {
      const std::int64_t x = i <= a.size() ? a[a.size() - i] : 1;
      const std::int64_t y = i <= b.size() ? b[b.size() - i] : 1;
      if (x != y && x != 1 && y != 1) wrong("cannot combine ", shape_text(a), " with ", shape_text(b));
      out[out.size() - i] = std::max(x, y);
    }
    return out;
  }
  Shape operator()(const LinearOp& op) const {
    need_inputs(1);
    const Shape& weight = parameter(op.weight);
    if (input().empty() || weight.size() != 2 || weight[1] != input().back()) {
      wrong("the parameter '", op.weight, "' is ", shape_text(weight), ", expected out x in for an input of ",
            shape_text(input()));
    }
    if (op.bias) need_parameter(*op.bias, {weight[0]});
    Shape out = input();
    out.back() = weight[0];
    return out;
  }
  Shape operator()(const MatMulOp&) const {
    need_inputs(2);
    const Shape& a = input(0);
    const Shape& b = input(1);
    if (a.size() < 2 || b.size() < 2 || a.back() != b[b.size() - 2]) {
      wrong("cannot multiply ", shape_text(a), " by ", shape_text(b));
    }
    Shape out = broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    out.push_back(a[a.size() - 2]);
    out.push_back(b.back());
    return out;
  }
  Shape operator()(const MaxPoolOp& op) const { return pooled(op.window, op.ceil_mode); }
  Shape operator()(const AveragePoolOp& op) const {
    if (op.window.dilation != std::array<std::int64_t, 2>{1, 1}) wrong("an average pool has no dilation");
    return pooled(op.window, op.ceil_mode);
  }
  Shape pooled(const Window& window, bool ceil_mode) const {
    need_image();
    const auto out = windows(window, ceil_mode);
    for (std::size_t i = 0; i < 2; ++i) {
      // A window that lies entirely in the padding would have no value.
      if (std::max(window.pad[i], window.pad[2 + i]) >= (window.kernel[i] - 1) * window.dilation[i] + 1) {
        wrong("pads by as much as its window of ", window.kernel[i]);
      }
    }
    return {input()[0], out[0], out[1]};
  }
  Shape operator()(const GlobalAveragePoolOp&) const { return {need_image()[0], 1, 1}; }
  Shape operator()(const ReduceMeanOp& op) const {
    need_inputs(1);
    std::set<int> axes;
    for (const int axis : op.axes) {
      if (!axes.insert(need_axis(axis)).second) wrong("axis ", axis, " is reduced twice");
    }
    if (axes.empty()) wrong("reduces no axis");
    Shape out;
    for (int i = 0; i < static_cast<int>(input().size()); ++i) {
      if (!axes.contains(i)) out.push_back(input()[static_cast<std::size_t>(i)]);
      if (axes.contains(i) && op.keep_axes) out.push_back(1);
    }
    return out;
  }
  Shape operator()(const ReshapeOp& op) const {
    need_inputs(1);
    if (element_count(op.shape) != element_count(input())) {
      wrong("cannot reshape ", shape_text(input()), " to ", shape_text(op.shape));
    }
    return op.shape;
  }
  Shape operator()(const TransposeOp& op) const {
    need_inputs(1);
    std::vector<int> sorted = op.order;
    std::sort(sorted.begin(), sorted.end());
    bool whole = sorted.size() == input().size();
    for (std::size_t i = 0; whole && i < sorted.size(); ++i) whole = sorted[i] == static_cast<int>(i);
    if (!whole) wrong("its order is not a permutation of the axes of ", shape_text(input()));
    Shape out;
    for (const int axis : op.order) out.push_back(input()[static_cast<std::size_t>(axis)]);
    return out;
  }
  Shape operator()(const PadOp& op) const {
    need_inputs(1);
    if (op.before.size() != input().size() || op.after.size() != input().size()) {
      wrong("pads ", op.before.size(), " axes, its input is ", shape_text(input()));
    }
    Shape out = input();
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (op.before[i] < -kMaxSize || op.after[i] < -kMaxSize || op.before[i] > kMaxSize ||
          op.after[i] > kMaxSize) {
        wrong("pads by ", op.before[i], " and ", op.after[i]);
      }
      const bool mirrors = op.mode == PadOp::Mode::kReflect;
      if (mirrors && std::max(op.before[i], op.after[i]) >= out[i]) {
        wrong("reflects more than its input ", shape_text(input()), " has");
      }
      out[i] += op.before[i] + op.after[i];
      if (out[i] < 1) wrong("cuts everything off its input ", shape_text(input()));
    }
    return out;
  }
  Shape operator()(const SliceOp& op) const {
    need_inputs(1);
    Shape out = input();
    std::int64_t& size = out[static_cast<std::size_t>(need_axis(op.axis))];
    if (op.start < 0 || op.start >= op.stop || op.stop > size || op.step < 1 || op.step > kMaxSize) {
      wrong("takes [", op.start, ", ", op.stop, ") in steps of ", op.step, " from an axis of ", size);
    }
    size = (op.stop - op.start + op.step - 1) / op.step;
    return out;
  }
  Shape operator()(const ConcatOp& op) const {
    if (inputs.empty()) wrong("has no input");
    const auto axis = static_cast<std::size_t>(need_axis(op.axis));
    Shape out = input();
    for (std::size_t i = 1; i < inputs.size(); ++i) {
      Shape other = input(i);
      if (other.size() != out.size()) wrong("cannot join ", shape_text(out), " and ", shape_text(other));
      const std::int64_t more = std::exchange(other[axis], out[axis]);
      if (other != out)
        wrong("cannot join ", shape_text(out), " and ", shape_text(input(i)), " along axis ", op.axis);
      out[axis] += more;
    }
    return out;
  }
};

}  // namespace

Shape infer_shape(const Operation& operation, const std::vector<const Shape*>& inputs,
                  const std::map<std::string, Tensor>& parameters) {
  Shape shape = std::visit(ShapeOf{inputs, parameters}, operation);
  // No tensor of one image is larger than this, so the code that follows may multiply sizes safely.
  if (element_count(shape) > kMaxSize) wrong("gives a tensor of ", shape_text(shape), ", which is too large");
  return shape;
}

}  // namespace certus
