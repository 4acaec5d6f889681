#include "certus/kernels/blocked_planes.h"

#include <immintrin.h>

namespace certus {
namespace {

constexpr std::int64_t kLanes = kChannelsOfBlock;
constexpr std::int64_t kChains = 4;  // separate sums, so that additions need not wait for each other

inline __m512 total(const __m512 (&sums)[kChains]) {
  return _mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3]));
}

/// Calls work(pixel, chain) for all pixels; the chains take turns.
template <typename Work>
inline void for_pixels(std::int64_t pixels, const Work& work) {
  std::int64_t p = 0;
  for (; p + kChains <= pixels; p += kChains) {
#pragma GCC unroll 4
    for (std::int64_t chain = 0; chain < kChains; ++chain) work(p + chain, chain);
  }
  for (; p < pixels; ++p) work(p, 0);
}

template <bool kRelu, bool kResidual>
void finish(const float* y, __m512 scale, __m512 shift, const float* residual, std::int64_t floats,
            float* z) {
  for (std::int64_t i = 0; i < floats; i += kLanes) {
    __m512 value = _mm512_fmadd_ps(_mm512_loadu_ps(y + i), scale, shift);
    if (kResidual) value = _mm512_add_ps(value, _mm512_loadu_ps(residual + i));
    // If an operand is NaN, this instruction returns the second operand: the NaN must pass through.
    if (kRelu) value = _mm512_max_ps(_mm512_setzero_ps(), value);
    _mm512_storeu_ps(z + i, value);
  }
}

template <bool kMask, bool kCentered>
void gradient_sums(float* g, const float* z, const float* y, __m512 mean, std::int64_t pixels, float* sum,
                   float* sum_centered) {
  __m512 sums[kChains] = {}, centered[kChains] = {};
  for_pixels(pixels, [&](std::int64_t p, std::int64_t chain) {
    const std::int64_t i = p * kLanes;
    __m512 value = _mm512_loadu_ps(g + i);
    if (kMask) {
      const __mmask16 positive = _mm512_cmp_ps_mask(_mm512_loadu_ps(z + i), _mm512_setzero_ps(), _CMP_NLE_UQ);
      value = _mm512_maskz_mov_ps(positive, value);
      _mm512_storeu_ps(g + i, value);
    }
    sums[chain] = _mm512_add_ps(sums[chain], value);
    if (kCentered) {
      centered[chain] = _mm512_fmadd_ps(value, _mm512_sub_ps(_mm512_loadu_ps(y + i), mean), centered[chain]);
    }
  });
  _mm512_storeu_ps(sum, total(sums));
  if (kCentered) _mm512_storeu_ps(sum_centered, total(centered));
}

}  // namespace

void read_plane(const float* image, const PixelStrides& strides, std::int64_t channels, std::int64_t pixels,
                float* plane) {
  if (strides.channel == 1 && channels == kLanes) {
    for (std::int64_t p = 0; p < pixels; ++p)
      _mm512_storeu_ps(plane + p * kLanes, _mm512_loadu_ps(image + p * strides.pixel));
    return;
  }
  for (std::int64_t i = 0; i < pixels * kLanes; i += kLanes) _mm512_storeu_ps(plane + i, _mm512_setzero_ps());
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t p = 0; p < pixels; ++p)
      plane[p * kLanes + c] = image[c * strides.channel + p * strides.pixel];
  }
}

void write_plane(const float* plane, const PixelStrides& strides, std::int64_t channels, std::int64_t pixels,
                 float* image) {
  if (strides.channel == 1 && channels == kLanes) {
    for (std::int64_t p = 0; p < pixels; ++p)
      _mm512_storeu_ps(image + p * strides.pixel, _mm512_loadu_ps(plane + p * kLanes));
    return;
  }
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t p = 0; p < pixels; ++p)
      image[c * strides.channel + p * strides.pixel] = plane[p * kLanes + c];
  }
}

void plane_moments(const float* y, std::int64_t pixels, float* mean, float* squares) {
  __m512 sums[kChains] = {};
  for_pixels(pixels, [&](std::int64_t p, std::int64_t chain) {
    sums[chain] = _mm512_add_ps(sums[chain], _mm512_loadu_ps(y + p * kLanes));
  });
  const __m512 middle = _mm512_div_ps(total(sums), _mm512_set1_ps(static_cast<float>(pixels)));
  __m512 deviations[kChains] = {};
  for_pixels(pixels, [&](std::int64_t p, std::int64_t chain) {
    const __m512 difference = _mm512_sub_ps(_mm512_loadu_ps(y + p * kLanes), middle);
    deviations[chain] = _mm512_fmadd_ps(difference, difference, deviations[chain]);
  });
  _mm512_storeu_ps(mean, middle);
  _mm512_storeu_ps(squares, total(deviations));
}

void plane_finish(const float* y, const float* scale, const float* shift, const float* residual, bool relu,
                  std::int64_t pixels, float* z) {
  const __m512 factor = _mm512_loadu_ps(scale), addend = _mm512_loadu_ps(shift);
  const std::int64_t floats = pixels * kLanes;
  if (relu && residual) {
    finish<true, true>(y, factor, addend, residual, floats, z);
  } else if (relu) {
    finish<true, false>(y, factor, addend, residual, floats, z);
  } else if (residual) {
    finish<false, true>(y, factor, addend, residual, floats, z);
  } else {
    finish<false, false>(y, factor, addend, residual, floats, z);
  }
}

void plane_gradient_sums(float* g, const float* z, const float* y, const float* mean, std::int64_t pixels,
                         float* sum, float* sum_centered) {
  if (z && y) {
    gradient_sums<true, true>(g, z, y, _mm512_loadu_ps(mean), pixels, sum, sum_centered);
  } else if (z) {
    gradient_sums<true, false>(g, z, y, _mm512_setzero_ps(), pixels, sum, sum_centered);
  } else if (y) {
    gradient_sums<false, true>(g, z, y, _mm512_loadu_ps(mean), pixels, sum, sum_centered);
  } else {
    gradient_sums<false, false>(g, z, y, _mm512_setzero_ps(), pixels, sum, sum_centered);
  }
}

void plane_norm_gradient(const float* g, const float* y, const float* scale, const float* mean_g,
                         const float* slope, const float* mean, std::int64_t pixels, float* dy) {
  const __m512 a = _mm512_loadu_ps(scale), b = _mm512_loadu_ps(slope);
  const __m512 middle_g = _mm512_loadu_ps(mean_g), middle = _mm512_loadu_ps(mean);
  for (std::int64_t i = 0; i < pixels * kLanes; i += kLanes) {
    const __m512 from_y = _mm512_mul_ps(b, _mm512_sub_ps(_mm512_loadu_ps(y + i), middle));
    _mm512_storeu_ps(dy + i, _mm512_fmadd_ps(a, _mm512_sub_ps(_mm512_loadu_ps(g + i), middle_g), from_y));
  }
}

void add_blocks(const float* from, std::int64_t floats, float* to) {
  for (std::int64_t i = 0; i < floats; i += kLanes)
    _mm512_storeu_ps(to + i, _mm512_add_ps(_mm512_loadu_ps(to + i), _mm512_loadu_ps(from + i)));
}

}  // namespace certus
