#include "certus/engine_onednn/onednn_convolution.h"

#include <array>
#include <cmath>
#include <cstring>
#include <dnnl.hpp>

#include "certus/base/error.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus {
namespace {

using Type = dnnl::memory::data_type;
using Tag = dnnl::memory::format_tag;

const dnnl::engine& cpu() {
  static const dnnl::engine engine = [] {
    keep_onednn_from_amx();
    return dnnl::engine(dnnl::engine::kind::cpu, 0);
  }();
  return engine;
}

void check(dnnl_status_t status, const char* what) {
  if (status != dnnl_success)
    fail(ErrorKind::kEngine, "oneDNN: ", what, " failed with status ", static_cast<int>(status));
}

/// The description of a convolution that both kinds of numbers need.
struct Description {
  Window window;
  std::int64_t groups;
  Shape input, output;
  Type input_type, weight_type, output_type;
  std::optional<Type> residual_type;
  std::optional<Activation> activation;  ///< only for float32
  dnnl::primitive_attr attributes;
};

/// The activation is not done by oneDNN, whose relu turns NaN into 0: a draw whose numbers overflow must not
/// vote for any class.
void activate(const Activation& activation, std::size_t count, float* y) {
  const float high = activation.high;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = y[i] < 0.0F ? 0.0F : y[i];
    y[i] = x > high ? high : x;
  }
}

class OnednnConvolution : public Step {
 public:
  OnednnConvolution(const Description& d, const void* weight, const std::vector<float>& bias)
      : has_residual_(d.residual_type),
        activation_(d.activation),
        primitive_desc_(primitive_desc(d)),
        primitive_(primitive_desc_) {
    weight_ = dnnl::memory(primitive_desc_.weights_desc(), cpu());
    // oneDNN does not accept const pointers, but a reorder only reads.
    dnnl::memory plain({weight_dims(d), d.weight_type, weight_tag(d)}, cpu(), const_cast<void*>(weight));
    dnnl::stream stream(cpu());
    dnnl::reorder(plain, weight_).execute(stream, plain, weight_);
    stream.wait();
    bias_ = dnnl::memory(primitive_desc_.bias_desc(), cpu());
    std::memcpy(bias_.get_data_handle(), bias.data(), bias.size() * sizeof(float));
  }

  std::string kernel() const override { return primitive_desc_.impl_info_str(); }

  std::size_t scratch_bytes() const override { return primitive_desc_.scratchpad_desc().get_size(); }

  std::unique_ptr<StepState> make_state() const override {
    auto state = std::make_unique<State>();
    state->input = dnnl::memory(primitive_desc_.src_desc(), cpu(), nullptr);
    state->output = dnnl::memory(primitive_desc_.dst_desc(), cpu(), nullptr);
    state->scratchpad = dnnl::memory(primitive_desc_.scratchpad_desc(), cpu(), nullptr);
    state->stream = dnnl::stream(cpu());
    return state;
  }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const OneOnednnThread alone;
    auto& state = static_cast<State&>(*memory.state);
    const std::size_t input_bytes = primitive_desc_.src_desc().get_size();
    const std::size_t output_bytes = primitive_desc_.dst_desc().get_size();
    if (has_residual_ && memory.inputs[1] != memory.output) {
      std::memcpy(memory.output, memory.inputs[1], output_bytes * static_cast<std::size_t>(images));
    }
    // Uses the C interface, because the C++ interface allocates in every call.
    const std::array<dnnl_exec_arg_t, 5> arguments{{{DNNL_ARG_SRC, state.input.get()},
                                                    {DNNL_ARG_WEIGHTS, weight_.get()},
                                                    {DNNL_ARG_BIAS, bias_.get()},
                                                    {DNNL_ARG_DST, state.output.get()},
                                                    {DNNL_ARG_SCRATCHPAD, state.scratchpad.get()}}};
    check(dnnl_memory_set_data_handle(state.scratchpad.get(), memory.scratch), "setting memory");
    for (std::size_t i = 0; i < static_cast<std::size_t>(images); ++i) {
      // The source is only read, but oneDNN has no const memory.
      auto* const input = const_cast<std::byte*>(memory.inputs[0]) + i * input_bytes;
      check(dnnl_memory_set_data_handle(state.input.get(), input), "setting memory");
      check(dnnl_memory_set_data_handle(state.output.get(), memory.output + i * output_bytes),
            "setting memory");
      check(dnnl_primitive_execute(primitive_.get(), state.stream.get(), static_cast<int>(arguments.size()),
                                   arguments.data()),
            "a convolution");
      if (activation_) {
        activate(*activation_, output_bytes / sizeof(float), as<float>(memory.output + i * output_bytes));
      }
    }
  }

 private:
  struct State : StepState {
    dnnl::memory input, output, scratchpad;
    dnnl::stream stream;
  };

  static dnnl::memory::dims weight_dims(const Description& d) {
    const std::int64_t in = d.input[0] / d.groups;
    if (d.groups == 1) return {d.output[0], in, d.window.kernel[0], d.window.kernel[1]};
    return {d.groups, d.output[0] / d.groups, in, d.window.kernel[0], d.window.kernel[1]};
  }
  static Tag weight_tag(const Description& d) { return d.groups == 1 ? Tag::oihw : Tag::goihw; }

  static dnnl::convolution_forward::primitive_desc primitive_desc(const Description& d) {
    const auto image = [](const Shape& s, Type type) {
      return dnnl::memory::desc({1, s[0], s[1], s[2]}, type, Tag::nhwc);
    };
    const Window& w = d.window;
    const dnnl::convolution_forward::desc desc(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, image(d.input, d.input_type),
        {weight_dims(d), d.weight_type, Tag::any}, {{d.output[0]}, Type::f32, Tag::x},
        image(d.output, d.output_type), {w.stride[0], w.stride[1]}, {w.dilation[0] - 1, w.dilation[1] - 1},
        {w.pad[0], w.pad[1]}, {w.pad[2], w.pad[3]});
    dnnl::primitive_attr attributes = d.attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return {desc, attributes, cpu()};
  }

  bool has_residual_;
  std::optional<Activation> activation_;
  dnnl::convolution_forward::primitive_desc primitive_desc_;
  dnnl::convolution_forward primitive_;
  dnnl::memory weight_, bias_;
};

}  // namespace

std::unique_ptr<Step> make_onednn_convolution(const LoweredNetwork& network, const LoweredStep& step) {
  const OneOnednnThread alone;
  const auto& op = std::get<ConvOp>(network.graph.node(step.node).operation);
  dnnl::post_ops post;
  if (step.residual) post.append_sum(1.0F);
  Description description{.window = op.window,
                          .groups = op.groups,
                          .input = network.values[step.inputs[0]],
                          .output = network.values[step.output],
                          .input_type = Type::f32,
                          .weight_type = Type::f32,
                          .output_type = Type::f32,
                          .residual_type = step.residual ? std::optional(Type::f32) : std::nullopt,
                          .activation = step.activation};
  description.attributes.set_post_ops(post);
  return std::make_unique<OnednnConvolution>(description, step.weight.values.data(), step.bias);
}

std::unique_ptr<Step> make_onednn_convolution(const IntegerConvolution& c) {
  const OneOnednnThread alone;
  const auto type_of = [](bool is_signed) { return is_signed ? Type::s8 : Type::u8; };
  Description description{
      .window = c.window,
      .groups = c.groups,
      .input = c.input,
      .output = c.output,
      .input_type = type_of(c.input_is_signed),
      .weight_type = Type::s8,
      .output_type = type_of(c.output_is_signed),
      .residual_type = c.residual ? std::optional(type_of(c.residual->is_signed)) : std::nullopt};
  if (c.residual) {
    dnnl::post_ops post;
    post.append_sum(std::ldexp(1.0F, c.residual->shift), *description.residual_type);
    description.attributes.set_post_ops(post);
  }
  // oneDNN scales by a float and rounds to the nearest, ties to even. With a scale of 2^-shift and a bias
  // that is a half more than an integer there are no ties, every product and sum is exact, and rounding (v -
  // 2^(shift-1) + 1/2) 2^-shift to the nearest is the same as rounding v 2^-shift down.
  std::vector<float> scales, bias;
  for (std::size_t i = 0; i < c.shift.size(); ++i) {
    scales.push_back(std::ldexp(1.0F, -c.shift[i]));
    bias.push_back(static_cast<float>(c.bias[i]) - std::ldexp(1.0F, c.shift[i] - 1) + 0.5F);
  }
  description.attributes.set_output_scales(1 << 1, scales);
  return std::make_unique<OnednnConvolution>(description, c.weight.data(), bias);
}

}  // namespace certus
