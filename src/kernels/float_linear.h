#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// A linear layer in float32: y = W x + b, with relu or without.
///
/// An output is b plus the products for inputs 0, 1, 2 and so on, always added one after the other, so the
/// result of an image does not depend, bit for bit, on how many images a call has. Processors with AVX-512
/// round a product and a sum in one step, others in two steps.
class FloatLinear {
 public:
  /// Packs the weights.
  /// @param weight  out x in
  /// @param bias    by output, or null for none
  FloatLinear(std::int64_t in, std::int64_t out, const float* weight, const float* bias);

  /// Computes `images` rows of outputs from as many rows of inputs. Relu lets NaN pass. May be called from
  /// any number of threads at once.
  void run(std::int64_t images, const float* x, bool relu, float* y) const;

 private:
  struct alignas(64) Block {
    float of[16];  ///< of 16 outputs
  };

  std::int64_t in_, out_;
  std::vector<Block> weight_;  ///< by block of 16 outputs and input; zero beyond the last output
  std::vector<Block> bias_;
  bool has_avx512_;
};

}  // namespace certus
