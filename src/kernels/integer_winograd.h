#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/kernels/integer_convolution.h"
#include "certus/kernels/integer_winograd_vnni.h"

namespace certus {

/// An integer 3x3 convolution with stride 1 and one pixel of padding by Winograd's F(4x4, 3x3). It
/// needs a quarter of the multiplications of the direct method, with 16-bit factors, and gives exactly
/// the same bytes.
///
/// Why it is exact. With the points 0, 1, -1, 2, -2 and infinity, in one dimension and over the rationals,
///
///   y = A^T ((G w) * (B^T d))           4 results of 3 weights w and 6 inputs d,
///
/// where A, B and 24 G are integer. Here the weights are transformed by g, which is 24 G except for its last
/// row, from which a factor of 8 is moved to A. In two dimensions, summed over channels,
///
///   U = g w g^T      at most 144 * 127 = 18288 in magnitude: exact in 16 bits
///   V = B^T d B      at most 68 * 255 = 17340 (unsigned) or 100 * 128 = 12800 (signed): exact in 16 bits
///   M = sum of U * V, in 32 bits that wrap
///   A^T M A = 24^2 acc = 2^6 * 9 * acc  mod 2^32
///
/// since wrapping does not change sums and products mod 2^32. As 9 is odd, it has an inverse mod 2^32.
/// Multiplying by this inverse gives 2^6 acc mod 2^32, and as a signed number this is 2^6 acc itself, because
/// check_bounds guarantees |acc| < 2^23 < 2^25. The bias is added in the same way: every result contains the
/// sum at point (1, 1) once, and that sum starts at 576 * bias.
class IntegerWinograd {
 public:
  /// Whether the processor has the instructions (AVX-512 F, BW, VL, VBMI and VNNI) and the convolution is of
  /// this kind: 3x3, stride 1, padding 1, no dilation, one group, numbers of channels that are multiples of
  /// 16, a residual shifted by at most 6 in either direction.
  static bool supports(const IntegerConvolution& convolution);

  /// Transforms the weights and keeps what it needs. The convolution must be supported and within
  /// check_bounds.
  explicit IntegerWinograd(const IntegerConvolution& convolution);

  /// Memory that a call needs for itself, 64-byte aligned.
  std::size_t scratch_bytes() const;

  /// Computes `images` images one after the other. `residual` is null if there is none, and may be y. May be
  /// called from any number of threads at once, each with its own scratch.
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

  IntegerWinogradTask shape_;    ///< without pointers, which would become invalid in a copy
  std::vector<Weights> weight_;  ///< for all three see IntegerWinogradTask
  std::vector<Values> bias_;
  std::vector<Values> shift_;
};

}  // namespace certus
