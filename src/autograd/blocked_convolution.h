#pragma once

#include <dnnl.hpp>
#include <map>
#include <unordered_map>

#include "certus/kernels/winograd.h"
#include "certus/model/graph.h"

namespace certus {

/// A convolution on activations in blocks of 16 channels (ActivationOrder::kBlocks), without bias, for a
/// few rows at a time on the calling thread: by Winograd's products where the window is 3x3 with stride 1,
/// by oneDNN elsewhere. Weights, which change with every step, are given to `prepare_*` first; the caller
/// owns all memory.
class BlockedConvolution {
 public:
  /// Whether there is such a convolution for the operation and these shapes of one image.
  static bool supports(const ConvOp& op, const Shape& input, const Shape& output);

  BlockedConvolution(const ConvOp& op, const Shape& input, const Shape& output);

  /// Makes what oneDNN needs for calls with this number of rows. Not thread-safe, unlike all calls below.
  void make_ready(std::int64_t rows);

  std::size_t weight_floats() const;   ///< of prepared weights, and of the gradient that is summed up
  std::size_t scratch_floats() const;  ///< that each call of the three below needs, aligned to 64 bytes

  /// Weights of out x in x height x width, strides in floats, as forward or backward read them.
  void prepare_forward(const float* weight, const WeightStrides& strides, float* prepared) const;
  void prepare_backward(const float* weight, const WeightStrides& strides, float* prepared) const;

  void forward(std::int64_t rows, const float* x, const float* prepared, float* y, float* scratch) const;
  void input_gradient(std::int64_t rows, const float* dy, const float* prepared, float* dx,
                      float* scratch) const;
  /// Adds the gradient to `sum`, which has a form of its own.
  void add_weight_gradient(std::int64_t rows, const float* x, const float* dy, float* sum,
                           float* scratch) const;
  /// Converts that sum to the form of the weights.
  void finish_weight_gradient(const float* sum, float* gradient, const WeightStrides& strides) const;

 private:
  struct Primitives {
    dnnl::convolution_forward forward;
    dnnl::convolution_backward_data input_gradient;
    dnnl::convolution_backward_weights weight_gradient;
    dnnl::memory::desc x, y;
  };
  void add_primitives(std::int64_t rows);
  void execute(const dnnl::primitive& primitive, std::unordered_map<int, dnnl::memory> arguments,
               float* scratch) const;

  bool winograd_;
  WinogradShape shape_, transposed_;
  Window window_;
  std::int64_t out_height_, out_width_;
  // Only for oneDNN.
  std::map<std::int64_t, Primitives> primitives_;  ///< by rows
  dnnl::memory::desc forward_weights_, backward_weights_, weight_gradient_;
  std::size_t scratchpad_floats_ = 0;
};

}  // namespace certus
