#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// A linear layer in float32: y = W x + b, with relu or without.
///
/// An output is b plus the products for input 0, 1, 2 and so on, added one after the other in every case, so
/// what an image gives does not depend on how many images a call has: bit for bit the same. Processors with
/// AVX-512 round a product and a sum in one step, others in two.
class FloatLinear {
 public:
  /// Packs the weights.
  /// @param weight  out x in
  /// @param bias    by output, or null for none
  FloatLinear(std::int64_t in, std::int64_t out, const float* weight, const float* bias);

  /// `images` rows of inputs to as many rows of outputs. Relu lets NaN pass. Any number of threads at once.
  void run(std::int64_t images, const float* x, bool relu, float* y) const;

 private:
  struct alignas(64) Block {
    float of[16];  ///< of 16 outputs
  };

  std::int64_t in_, out_;
  std::vector<Block> weight_;  ///< by block of 16 outputs and input; outputs beyond the last are zero
  std::vector<Block> bias_;
  bool has_avx512_;
};

}  // namespace certus
