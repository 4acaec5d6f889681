#include "certus/kernels/exact_linear.h"

#include <algorithm>

#include "certus/kernels/exact_linear_avx512.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

/// Does what exact_sums_avx512 says.
void exact_sums(std::int64_t in, const float* weight, std::int64_t images, const std::int32_t* v,
                double (*sums)[kLanes]) {
  for (std::int64_t i = 0; i < images; ++i) {
    double sum[kLanes] = {};
    for (std::int64_t k = 0; k < in; ++k) {
      const double value = v[i * in + k];
      for (std::int64_t o = 0; o < kLanes; ++o) sum[o] += double{weight[k * kLanes + o]} * value;
    }
    std::copy_n(sum, kLanes, sums[i]);
  }
}

}  // namespace

ExactLinear::ExactLinear(std::int64_t in, std::int64_t out, const float* weight, const float* bias,
                         double scale)
    : in_(in),
      out_(out),
      bias_(static_cast<std::size_t>(out), 0.0F),
      scale_(scale),
      has_avx512_(avx512_is_supported()) {
  if (bias != nullptr) std::copy_n(bias, out, bias_.begin());
  const auto inputs = static_cast<std::size_t>(in);
  weight_.resize(static_cast<std::size_t>((out + kLanes - 1) / kLanes) * inputs);
  for (std::size_t o = 0; o < bias_.size(); ++o) {
    for (std::size_t k = 0; k < inputs; ++k) {
      weight_[o / kLanes * inputs + k].of[o % kLanes] = weight[o * inputs + k];
    }
  }
}

void ExactLinear::run(std::int64_t images, const std::int32_t* v, float* logits) const {
  double sums[kExactImages][kLanes];
  for (std::int64_t first = 0; first < out_; first += kLanes) {
    const float* weight = weight_[static_cast<std::size_t>(first / kLanes * in_)].of;
    for (std::int64_t image = 0; image < images; image += kExactImages) {
      const std::int64_t count = std::min(kExactImages, images - image);
#if defined(__x86_64__)
      const auto sums_of = has_avx512_ ? exact_sums_avx512 : exact_sums;
#else
      const auto sums_of = exact_sums;
#endif
      sums_of(in_, weight, count, v + image * in_, sums);
      for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t o = first; o < std::min(first + kLanes, out_); ++o) {
          const double logit = sums[i][o - first] * scale_ + double{bias_[static_cast<std::size_t>(o)]};
          logits[(image + i) * out_ + o] = static_cast<float>(logit);
        }
      }
    }
  }
}

}  // namespace certus
