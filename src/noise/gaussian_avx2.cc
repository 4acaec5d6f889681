/// Kernel for AVX2: four blocks at a time.

#include <immintrin.h>

#include "certus/noise/gaussian_generic.h"

namespace certus {
namespace {

struct Words {
  __m256i value;
};

Words multiply(Words a, Words b) {
  return {_mm256_mul_epu32(a.value, b.value)};
}
Words high_half(Words a) {
  return {_mm256_srli_epi64(a.value, 32)};
}
Words xor3(Words a, Words b, Words c) {
  // First combines the two operands that are known first: the product of this round, `a`, arrives last.
  return {_mm256_xor_si256(a.value, _mm256_xor_si256(b.value, c.value))};
}

struct Ints {
  __m256i value;

  static Ints splat(std::uint32_t x) { return {_mm256_set1_epi32(static_cast<int>(x))}; }
  friend Ints operator^(Ints x, Ints y) { return {_mm256_xor_si256(x.value, y.value)}; }
  friend Ints operator&(Ints x, Ints y) { return {_mm256_and_si256(x.value, y.value)}; }
  friend Ints operator|(Ints x, Ints y) { return {_mm256_or_si256(x.value, y.value)}; }
};

Ints pack(Words low, Words high) {
  return {_mm256_blend_epi32(low.value, _mm256_slli_epi64(high.value, 32), 0b10101010)};
}
Ints shift_left_1(Ints x) {
  return {_mm256_slli_epi32(x.value, 1)};
}
Ints shift_left_2(Ints x) {
  return {_mm256_slli_epi32(x.value, 2)};
}
Ints shift_right_23(Ints x) {
  return {_mm256_srli_epi32(x.value, 23)};
}
Ints sign_mask(Ints x) {
  return {_mm256_srai_epi32(x.value, 31)};
}

struct Floats {
  __m256 value;

  static Floats splat(float x) { return {_mm256_set1_ps(x)}; }
  static Floats load(const float* x) { return {_mm256_loadu_ps(x)}; }
  void store(float* out) const { _mm256_storeu_ps(out, value); }
  friend Floats operator+(Floats x, Floats y) { return {_mm256_add_ps(x.value, y.value)}; }
  friend Floats operator-(Floats x, Floats y) { return {_mm256_sub_ps(x.value, y.value)}; }
  friend Floats operator*(Floats x, Floats y) { return {_mm256_mul_ps(x.value, y.value)}; }
};

Floats sqrt(Floats x) {
  return {_mm256_sqrt_ps(x.value)};
}
Floats to_floats(Ints x) {
  return {_mm256_cvtepi32_ps(x.value)};
}
Ints bits_of(Floats x) {
  return {_mm256_castps_si256(x.value)};
}
Floats floats_of(Ints x) {
  return {_mm256_castsi256_ps(x.value)};
}
Floats select(Ints mask, Floats if_set, Floats otherwise) {
  return {_mm256_blendv_ps(otherwise.value, if_set.value, _mm256_castsi256_ps(mask.value))};
}
Floats zero_where(Ints mask, Floats x) {
  return {_mm256_andnot_ps(_mm256_castsi256_ps(mask.value), x.value)};
}
Floats interleave_low(Floats x, Floats y) {
  return {_mm256_unpacklo_ps(x.value, y.value)};
}
Floats interleave_high(Floats x, Floats y) {
  return {_mm256_unpackhi_ps(x.value, y.value)};
}

struct Avx2 {
  using Words = certus::Words;
  using Ints = certus::Ints;
  using Floats = certus::Floats;
  static constexpr std::size_t kBlocks = 4;
  static constexpr std::size_t kGroupsTogether = 2;

  static Words splat_word(std::uint32_t x) { return {_mm256_set1_epi64x(std::int64_t{x})}; }
  /// Interleaving works within 128 bits: the low vector takes lanes 0 and 2, the high one lanes 1 and 3.
  static Words block_words(std::uint32_t first) {
    return {_mm256_add_epi64(_mm256_set1_epi64x(std::int64_t{first}), _mm256_setr_epi64x(0, 2, 1, 3))};
  }
  static WordPairs<Avx2> load_pairs(const std::uint32_t* words) {
    const __m256 low = _mm256_castsi256_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)));
    const __m256 high = _mm256_castsi256_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + 8)));
    return {.radius = {_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0b10001000))},
            .angle = {_mm256_castps_si256(_mm256_shuffle_ps(low, high, 0b11011101))}};
  }
  static void store_pairs(const WordPairs<Avx2>& pairs, std::uint32_t* out) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_unpacklo_epi32(pairs.radius.value, pairs.angle.value));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 8),
                        _mm256_unpackhi_epi32(pairs.radius.value, pairs.angle.value));
  }
};

}  // namespace

constinit const GaussianKernelFunctions kAvx2Gaussian = Gaussian<Avx2>::functions();

}  // namespace certus
