#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/base/shape.h"

namespace certus {

/// The first convolution of an integer network: from float pixels in the order channel, height, width to
/// bytes in the order height, width, channel. In the formulas below, results are rounded to the nearest, ties
/// to even: first the product, then the sum, then to an integer.
///
///   q   = clamp(round(x * scale[c] + offset[c]), -limit, limit)      infinities too; NaN becomes -limit
///   acc = sum of weight * q over the window, zeros beyond the border
///   y   = clamp((acc + bias[c]) >> shift[c])
///
/// where >> rounds down and the last clamp is to the range of y's type. scale and offset contain
/// the normalization of the input, so the zeros beyond the border are the zeros with which a
/// normalized network pads.
struct IntegerFirstLayer {
  Window window;
  Shape input, output;               ///< channels, height, width
  std::vector<float> scale, offset;  ///< by input channel
  std::int16_t limit = 0;            ///< at least 1
  std::vector<std::int16_t> weight;  ///< out x in x height x width
  std::vector<std::int32_t> bias;    ///< by output channel
  std::vector<int> shift;            ///< by output channel, in [0, 31]
  bool output_is_signed = false;     ///< whether y is a signed byte
};

struct FirstLayerTask;

/// An IntegerFirstLayer that is ready to run. It gives the same bytes on every processor, since the
/// quantization is rounded as IEEE 754 says and everything after it is exact in 32 bits.
class FirstLayerKernel {
 public:
  /// Packs the weights. Fails when sizes do not fit together, or when the sum of |weight| times the limit
  /// plus |bias| reaches 2^31 for an output channel, which the message names.
  explicit FirstLayerKernel(const IntegerFirstLayer& layer);

  /// Memory that a call needs for itself, aligned at least for 16-bit numbers.
  std::size_t scratch_bytes() const;

  /// Computes `images` images one after the other. May be called from any number of threads at once, each
  /// with its own scratch.
  void run(std::int64_t images, const float* x, std::uint8_t* y, std::byte* scratch) const;

 private:
  struct alignas(64) Weights {
    std::int16_t of[16][2];  ///< of 16 outputs for a pair of inputs
  };
  struct alignas(64) Values {
    std::int32_t of[16];  ///< of 16 outputs
  };
  FirstLayerTask task() const;

  Window window_;
  Shape input_, output_;
  std::vector<float> scale_, offset_;
  float limit_;
  bool output_is_signed_;
  std::int64_t pairs_;
  std::vector<Weights> weight_;  ///< by row of the window, pair and block of 16 outputs
  std::vector<Values> bias_, shift_;
  bool has_vnni_;
};

}  // namespace certus
