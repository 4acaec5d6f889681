#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace certus {

/// The last layer of an integer network: logits from sums of bytes.
///
///   logit = float32((sum over k, from 0 on, of weight_k * v_k) * scale + bias)      in double
///
/// With |v| < 2^24 a product of a float32 and v has at most 48 binary digits. It is exact in double, so
/// it makes no difference whether a processor rounds it before adding. The order is fixed and every
/// other operation is rounded by itself. So the bits are the same on every machine, for any number of
/// images in a call.
class ExactLinear {
 public:
  /// Packs the weights.
  /// @param weight  out x in
  /// @param bias    by output, or null for none
  ExactLinear(std::int64_t in, std::int64_t out, const float* weight, const float* bias, double scale);

  /// Computes `images` rows of logits from as many rows of inputs, which are below 2^24 in magnitude. May be
  /// called from any number of threads at once.
  void run(std::int64_t images, const std::int32_t* v, float* logits) const;

 private:
  struct alignas(64) Block {
    float of[16];  ///< of 16 outputs
  };

  std::int64_t in_, out_;
  std::vector<Block> weight_;  ///< by block of 16 outputs and input; zero beyond the last output
  std::vector<float> bias_;
  double scale_;
  bool has_avx512_;
};

}  // namespace certus
