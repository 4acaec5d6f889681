#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/kernels/integer_convolution.h"
#include "certus/kernels/integer_winograd_vnni.h"

namespace certus {

/// An integer convolution 3x3 with stride 1 and one pixel of padding by Winograd's F(4x4, 3x3): a quarter of
/// the multiplications of the direct way, with 16-bit factors, and exactly its bytes.
///
/// Why it is exact. With the points 0, 1, -1, 2, -2 and infinity, in one dimension and over the rationals,
///
///   y = A^T ((G w) * (B^T d))           4 results of 3 weights w and 6 inputs d,
///
/// where A, B and 24 G are integer. Here the weights are transformed by g, which is 24 G but for its last
/// row, of which A takes over a factor of 8. In two dimensions, summed over channels,
///
///   U = g w g^T      at most 144 * 127 = 18288 in magnitude: exact in 16 bits
///   V = B^T d B      at most 68 * 255 = 17340 (unsigned) or 100 * 128 = 12800 (signed): exact in 16 bits
///   M = sum of U * V, in 32 bits that wrap
///   A^T M A = 24^2 acc = 2^6 * 9 * acc  mod 2^32
///
/// since sums and products mod 2^32 do not mind wrapping. 9 is odd: multiplied by its inverse mod 2^32 this
/// is 2^6 acc mod 2^32, and as a signed number 2^6 acc itself, as check_bounds promises |acc| < 2^23 < 2^25.
/// The bias comes in the same way: every result contains the sum at point (1, 1) once, which starts at 576 *
/// bias.
class IntegerWinograd {
 public:
  /// Whether the processor has the instructions (AVX-512 F, BW, VL, VBMI and VNNI) and the convolution is of
  /// this kind: 3x3, stride 1, padding 1, no dilation, one group, channels in multiples of 16, a residual
  /// shifted by at most 6 either way.
  static bool supports(const IntegerConvolution& convolution);

  /// Transforms the weights; keeps what it needs. For what is supported and within check_bounds.
  explicit IntegerWinograd(const IntegerConvolution& convolution);

  /// What a call needs for itself, 64-byte aligned.
  std::size_t scratch_bytes() const;

  /// `images` images one after the other. `residual` is null where there is none, and may be y. Any number of
  /// threads at once, each with scratch of its own.
  void run(std::int64_t images, const std::uint8_t* x, const std::uint8_t* residual, std::uint8_t* y,
           std::byte* scratch) const;

 private:
  struct alignas(64) Weights {
    std::int16_t of[16][2];  ///< 16 outputs, a pair of inputs
  };
  struct alignas(64) Values {
    std::int32_t of[16];  ///< 16 outputs
  };

  IntegerWinogradTask task() const;

  IntegerWinogradTask shape_;    ///< without pointers: they would not survive a copy
  std::vector<Weights> weight_;  ///< for all three see IntegerWinogradTask
  std::vector<Values> bias_;
  std::vector<Values> shift_;
};

}  // namespace certus
