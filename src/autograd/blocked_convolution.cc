#include "certus/autograd/blocked_convolution.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/kernels/blocked_planes.h"
#include "certus/kernels/kernel_support.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus {
namespace {

using dnnl::memory;

const dnnl::engine& cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::stream& stream_of_thread() {
  thread_local dnnl::stream stream(cpu());
  return stream;
}

bool is_winograd(const Window& window) {
  return window.kernel == std::array<std::int64_t, 2>{3, 3} &&
         window.stride == std::array<std::int64_t, 2>{1, 1} &&
         window.pad == std::array<std::int64_t, 4>{1, 1, 1, 1};
}

memory::desc blocked(std::int64_t rows, std::int64_t channels, std::int64_t height, std::int64_t width) {
  return {{rows, channels, height, width}, memory::data_type::f32, memory::format_tag::nChw16c};
}

std::size_t floats_of(const memory::desc& desc) {
  return (desc.get_size() + 63) / 64 * 16;
}

}  // namespace

bool BlockedConvolution::supports(const ConvOp& op, const Shape& input, const Shape& output) {
  const Window& w = op.window;
  if (!avx512_is_supported() || op.groups != 1 || output[0] % kChannelsOfBlock != 0) return false;
  if (w.dilation != std::array<std::int64_t, 2>{1, 1}) return false;
  return is_winograd(w) || (input[0] % kChannelsOfBlock == 0 && w.pad[0] == w.pad[2] && w.pad[1] == w.pad[3]);
}

BlockedConvolution::BlockedConvolution(const ConvOp& op, const Shape& input, const Shape& output)
    : winograd_(is_winograd(op.window)),
      shape_{input[0], output[0], input[1], input[2]},
      transposed_{output[0], input[0], input[1], input[2]},
      window_(op.window),
      out_height_(output[1]),
      out_width_(output[2]) {}

void BlockedConvolution::make_ready(std::int64_t rows) {
  if (winograd_) return;
  // oneDNN chooses the form of the weights for the number of rows that it is asked about first. That is
  // always the same number, so that results do not depend on which call came first.
  constexpr std::int64_t kFirstRows = 4;
  if (primitives_.empty()) add_primitives(kFirstRows);
  if (!primitives_.contains(rows)) add_primitives(rows);
}

void BlockedConvolution::add_primitives(std::int64_t rows) {
  const OneOnednnThread guard;
  const bool first = primitives_.empty();
  const memory::desc x = blocked(rows, shape_.in, shape_.height, shape_.width);
  const memory::desc y = blocked(rows, shape_.out, out_height_, out_width_);
  const memory::desc any({shape_.out, shape_.in, window_.kernel[0], window_.kernel[1]},
                         memory::data_type::f32, memory::format_tag::any);
  const memory::dims stride{window_.stride[0], window_.stride[1]};
  const memory::dims pad{window_.pad[0], window_.pad[1]};
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const auto direct = dnnl::algorithm::convolution_direct;
  const dnnl::convolution_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, direct, x, first ? any : forward_weights_, y, stride, pad, pad},
      attributes, cpu());
  const dnnl::convolution_backward_data::primitive_desc input_gradient(
      {direct, x, first ? any : backward_weights_, y, stride, pad, pad}, attributes, cpu(), forward);
  const dnnl::convolution_backward_weights::primitive_desc weight_gradient(
      {direct, x, first ? any : weight_gradient_, y, stride, pad, pad}, attributes, cpu(), forward);
  forward_weights_ = forward.weights_desc();
  backward_weights_ = input_gradient.weights_desc();
  weight_gradient_ = weight_gradient.diff_weights_desc();
  scratchpad_floats_ =
      std::max({scratchpad_floats_, floats_of(forward.scratchpad_desc()),
                floats_of(input_gradient.scratchpad_desc()), floats_of(weight_gradient.scratchpad_desc())});
  primitives_.emplace(
      rows, Primitives{dnnl::convolution_forward(forward), dnnl::convolution_backward_data(input_gradient),
                       dnnl::convolution_backward_weights(weight_gradient), x, y});
}

std::size_t BlockedConvolution::weight_floats() const {
  if (winograd_) return winograd_weight_floats(shape_);
  return std::max({floats_of(forward_weights_), floats_of(backward_weights_), floats_of(weight_gradient_)});
}

std::size_t BlockedConvolution::scratch_floats() const {
  return winograd_ ? winograd_gradient_scratch_floats(shape_)
                   : scratchpad_floats_ + floats_of(weight_gradient_);
}

namespace {

memory::desc plain_weights(const WinogradShape& shape, const Window& window, const WeightStrides& strides) {
  return {{shape.out, shape.in, window.kernel[0], window.kernel[1]},
          memory::data_type::f32,
          memory::dims{strides.out, strides.in, strides.row, strides.column}};
}

void reorder(const memory::desc& from, const float* source, const memory::desc& to, float* target) {
  memory in(from, cpu(), const_cast<float*>(source));  // the interface takes no const pointer
  memory out(to, cpu(), target);
  dnnl::reorder(in, out).execute(stream_of_thread(), in, out);
}

}  // namespace

void BlockedConvolution::prepare_forward(const float* weight, const WeightStrides& strides,
                                         float* prepared) const {
  if (winograd_) return winograd_weights(shape_, weight, strides, prepared);
  reorder(plain_weights(shape_, window_, strides), weight, forward_weights_, prepared);
}

void BlockedConvolution::prepare_backward(const float* weight, const WeightStrides& strides,
                                          float* prepared) const {
  if (winograd_) return winograd_transposed_weights(shape_, weight, strides, prepared);
  reorder(plain_weights(shape_, window_, strides), weight, backward_weights_, prepared);
}

void BlockedConvolution::forward(std::int64_t rows, const float* x, const float* prepared, float* y,
                                 float* scratch) const {
  if (winograd_)
    return winograd_convolution(shape_, ActivationOrder::kBlocks, rows, x, prepared, {}, y, scratch);
  const Primitives& p = primitives_.at(rows);
  execute(p.forward,
          {{DNNL_ARG_SRC, memory(p.x, cpu(), const_cast<float*>(x))},
           {DNNL_ARG_WEIGHTS, memory(forward_weights_, cpu(), const_cast<float*>(prepared))},
           {DNNL_ARG_DST, memory(p.y, cpu(), y)}},
          scratch);
}

void BlockedConvolution::input_gradient(std::int64_t rows, const float* dy, const float* prepared, float* dx,
                                        float* scratch) const {
  if (winograd_)
    return winograd_convolution(transposed_, ActivationOrder::kBlocks, rows, dy, prepared, {}, dx, scratch);
  const Primitives& p = primitives_.at(rows);
  execute(p.input_gradient,
          {{DNNL_ARG_DIFF_DST, memory(p.y, cpu(), const_cast<float*>(dy))},
           {DNNL_ARG_WEIGHTS, memory(backward_weights_, cpu(), const_cast<float*>(prepared))},
           {DNNL_ARG_DIFF_SRC, memory(p.x, cpu(), dx)}},
          scratch);
}

void BlockedConvolution::add_weight_gradient(std::int64_t rows, const float* x, const float* dy, float* sum,
                                             float* scratch) const {
  if (winograd_) return winograd_weight_gradient(shape_, rows, x, dy, sum, scratch);
  const Primitives& p = primitives_.at(rows);
  float* const part = scratch + scratchpad_floats_;
  execute(p.weight_gradient,
          {{DNNL_ARG_SRC, memory(p.x, cpu(), const_cast<float*>(x))},
           {DNNL_ARG_DIFF_DST, memory(p.y, cpu(), const_cast<float*>(dy))},
           {DNNL_ARG_DIFF_WEIGHTS, memory(weight_gradient_, cpu(), part)}},
          scratch);
  add_blocks(part, static_cast<std::int64_t>(weight_gradient_.get_size() / sizeof(float)), sum);
}

void BlockedConvolution::finish_weight_gradient(const float* sum, float* gradient,
                                                const WeightStrides& strides) const {
  if (winograd_) return winograd_untransformed(shape_, sum, gradient, strides);
  reorder(weight_gradient_, sum, plain_weights(shape_, window_, strides), gradient);
}

void BlockedConvolution::execute(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments,
                                 float* scratch) const {
  const memory::desc bytes({static_cast<std::int64_t>(scratchpad_floats_ * sizeof(float))},
                           memory::data_type::u8, memory::format_tag::x);
  arguments.emplace(DNNL_ARG_SCRATCHPAD, memory(bytes, cpu(), scratch));
  primitive.execute(stream_of_thread(), arguments);
}

}  // namespace certus
