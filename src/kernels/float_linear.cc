#include "certus/kernels/float_linear.h"

#include <algorithm>

#include "certus/kernels/float_linear_avx512.h"
#include "certus/kernels/kernel_support.h"

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

void run_portable(const FloatLinearTask& task, std::int64_t images, const float* x, bool relu, float* y) {
  for (std::int64_t first = 0; first < task.out; first += kLanes) {
    const float* weight = task.weight + first * task.in;
    for (std::int64_t image = 0; image < images; ++image) {
      float sum[kLanes];
      std::copy_n(task.bias + first, kLanes, sum);
      for (std::int64_t k = 0; k < task.in; ++k) {
        const float value = x[image * task.in + k];
        for (std::int64_t i = 0; i < kLanes; ++i) sum[i] += weight[k * kLanes + i] * value;
      }
      if (relu) {
        for (float& value : sum) value = std::max(value, 0.0F);
      }
      std::copy_n(sum, std::min(kLanes, task.out - first), y + image * task.out + first);
    }
  }
}

}  // namespace

FloatLinear::FloatLinear(std::int64_t in, std::int64_t out, const float* weight, const float* bias)
    : in_(in), out_(out), has_avx512_(avx512_is_supported()) {
  const auto blocks = static_cast<std::size_t>((out + kLanes - 1) / kLanes);
  const auto inputs = static_cast<std::size_t>(in);
  weight_.resize(blocks * inputs);
  bias_.resize(blocks);
  for (std::size_t o = 0; o < static_cast<std::size_t>(out); ++o) {
    const std::size_t block = o / kLanes, lane = o % kLanes;
    if (bias != nullptr) bias_[block].of[lane] = bias[o];
    for (std::size_t k = 0; k < inputs; ++k) weight_[block * inputs + k].of[lane] = weight[o * inputs + k];
  }
}

void FloatLinear::run(std::int64_t images, const float* x, bool relu, float* y) const {
  const FloatLinearTask task{.in = in_, .out = out_, .weight = weight_[0].of, .bias = bias_[0].of};
#if defined(__x86_64__)
  if (has_avx512_) {
    run_float_linear_avx512(task, images, x, relu, y);
    return;
  }
#endif
  run_portable(task, images, x, relu, y);
}

}  // namespace certus
