#pragma once

#include <immintrin.h>

namespace certus {

/// The one-dimensional transforms of Winograd's F(4, 3), for one vector of channels at a time. Each is
/// applied to the columns of a tile or window and then to the rows. Only for translation units
/// compiled with AVX-512.

inline __m512 splat(float value) {
  return _mm512_set1_ps(value);
}

// The points are 0, +-a, +-b and infinity. With a = 2/3 and b = 3/2 the results are four times as accurate as
// with the usual 1 and 2: the powers stay near 1, and a^2 b^2 = 1 disappears from the formulas.
constexpr float kA = 2.0F / 3.0F, kB = 1.5F;
constexpr float kA2 = kA * kA, kB2 = kB * kB;
constexpr float kWeightA = 1.0F / (2.0F * kA2 * (kA2 - kB2));
constexpr float kWeightB = 1.0F / (2.0F * kB2 * (kB2 - kA2));

/// Half of B^T d: from five neighbouring values to three points. kHalf 0 takes positions 0 to 4 of the tile
/// to points 0, a, -a; kHalf 1 takes positions 1 to 5 to points b, -b, infinity.
///
/// The sum and the difference with a product are computed by one addition each. Two fused multiply-adds would
/// save one rounding, but this processor can add while it multiplies.
template <int kHalf>
inline void to_half_of_points(__m512 d0, __m512 d1, __m512 d2, __m512 d3, __m512 d4, __m512 (&out)[3]) {
  const __m512 ends = _mm512_add_ps(d0, _mm512_fnmadd_ps(splat(kA2 + kB2), d2, d4));
  if constexpr (kHalf == 0) {
    const __m512 even = _mm512_fnmadd_ps(splat(kB2), d2, d4);
    const __m512 odd = _mm512_mul_ps(splat(kA), _mm512_fnmadd_ps(splat(kB2), d1, d3));
    out[0] = ends;
    out[1] = _mm512_add_ps(even, odd);
    out[2] = _mm512_sub_ps(even, odd);
  } else {
    const __m512 even = _mm512_fnmadd_ps(splat(kA2), d1, d3);
    const __m512 odd = _mm512_mul_ps(splat(kB), _mm512_fnmadd_ps(splat(kA2), d0, d2));
    out[0] = _mm512_add_ps(even, odd);
    out[1] = _mm512_sub_ps(even, odd);
    out[2] = ends;
  }
}

/// A^T m: from six values at points to four results.
inline void to_results(const __m512 (&m)[6], __m512 (&out)[4]) {
  const __m512 sum_a = _mm512_add_ps(m[1], m[2]), sum_b = _mm512_add_ps(m[3], m[4]);
  const __m512 odd_a = _mm512_sub_ps(m[1], m[2]), odd_b = _mm512_sub_ps(m[3], m[4]);
  out[0] = _mm512_add_ps(m[0], _mm512_add_ps(sum_a, sum_b));
  out[1] = _mm512_fmadd_ps(splat(kA), odd_a, _mm512_mul_ps(splat(kB), odd_b));
  out[2] = _mm512_fmadd_ps(splat(kA2), sum_a, _mm512_mul_ps(splat(kB2), sum_b));
  out[3] = _mm512_fmadd_ps(splat(kA2 * kA), odd_a, _mm512_fmadd_ps(splat(kB2 * kB), odd_b, m[5]));
}

/// A y: the adjoint of to_results.
inline void from_results(const __m512 (&y)[4], __m512 (&out)[6]) {
  const __m512 a = splat(kA), b = splat(kB), a2 = splat(kA2), b2 = splat(kB2);
  const __m512 even_a = _mm512_fmadd_ps(a2, y[2], y[0]), odd_a = _mm512_fmadd_ps(a2, y[3], y[1]);
  const __m512 even_b = _mm512_fmadd_ps(b2, y[2], y[0]), odd_b = _mm512_fmadd_ps(b2, y[3], y[1]);
  out[0] = y[0];
  out[1] = _mm512_fmadd_ps(a, odd_a, even_a);
  out[2] = _mm512_fnmadd_ps(a, odd_a, even_a);
  out[3] = _mm512_fmadd_ps(b, odd_b, even_b);
  out[4] = _mm512_fnmadd_ps(b, odd_b, even_b);
  out[5] = y[3];
}

/// G w: from three values of the window to six values at points.
inline void window_to_points(const __m512 (&w)[3], __m512 (&out)[6]) {
  const __m512 even_a = _mm512_fmadd_ps(splat(kA2), w[2], w[0]), odd_a = _mm512_mul_ps(splat(kA), w[1]);
  const __m512 even_b = _mm512_fmadd_ps(splat(kB2), w[2], w[0]), odd_b = _mm512_mul_ps(splat(kB), w[1]);
  out[0] = w[0];
  out[1] = _mm512_mul_ps(splat(kWeightA), _mm512_add_ps(even_a, odd_a));
  out[2] = _mm512_mul_ps(splat(kWeightA), _mm512_sub_ps(even_a, odd_a));
  out[3] = _mm512_mul_ps(splat(kWeightB), _mm512_add_ps(even_b, odd_b));
  out[4] = _mm512_mul_ps(splat(kWeightB), _mm512_sub_ps(even_b, odd_b));
  out[5] = w[2];
}

/// G^T u: the adjoint of window_to_points.
inline void points_to_window(const __m512 (&u)[6], __m512 (&out)[3]) {
  const __m512 sum_a = _mm512_mul_ps(splat(kWeightA), _mm512_add_ps(u[1], u[2]));
  const __m512 sum_b = _mm512_mul_ps(splat(kWeightB), _mm512_add_ps(u[3], u[4]));
  const __m512 odd_a = _mm512_mul_ps(splat(kWeightA * kA), _mm512_sub_ps(u[1], u[2]));
  const __m512 odd_b = _mm512_mul_ps(splat(kWeightB * kB), _mm512_sub_ps(u[3], u[4]));
  out[0] = _mm512_add_ps(u[0], _mm512_add_ps(sum_a, sum_b));
  out[1] = _mm512_add_ps(odd_a, odd_b);
  out[2] = _mm512_fmadd_ps(splat(kA2), sum_a, _mm512_fmadd_ps(splat(kB2), sum_b, u[5]));
}

}  // namespace certus
