/// Kernel for AVX-512 (foundation instructions only): eight blocks at a time.

#include <immintrin.h>

#include "certus/noise/gaussian_generic.h"

namespace certus {
namespace {

struct Words {
  __m512i value;
};

Words multiply(Words a, Words b) {
  return {_mm512_mul_epu32(a.value, b.value)};
}
Words high_half(Words a) {
  return {_mm512_srli_epi64(a.value, 32)};
}
Words xor3(Words a, Words b, Words c) {
  return {_mm512_ternarylogic_epi64(a.value, b.value, c.value, 0x96)};
}

struct Ints {
  __m512i value;

  static Ints splat(std::uint32_t x) { return {_mm512_set1_epi32(static_cast<int>(x))}; }
  friend Ints operator^(Ints x, Ints y) { return {_mm512_xor_si512(x.value, y.value)}; }
  friend Ints operator&(Ints x, Ints y) { return {_mm512_and_si512(x.value, y.value)}; }
  friend Ints operator|(Ints x, Ints y) { return {_mm512_or_si512(x.value, y.value)}; }
};

Ints pack(Words low, Words high) {
  return {_mm512_mask_shuffle_epi32(low.value, 0b1010101010101010, high.value, _MM_PERM_CCAA)};
}
Ints shift_left_1(Ints x) {
  return {_mm512_slli_epi32(x.value, 1)};
}
Ints shift_left_2(Ints x) {
  return {_mm512_slli_epi32(x.value, 2)};
}
Ints shift_right_23(Ints x) {
  return {_mm512_srli_epi32(x.value, 23)};
}
Ints sign_mask(Ints x) {
  return {_mm512_srai_epi32(x.value, 31)};
}

struct Floats {
  __m512 value;

  static Floats splat(float x) { return {_mm512_set1_ps(x)}; }
  static Floats load(const float* x) { return {_mm512_loadu_ps(x)}; }
  void store(float* out) const { _mm512_storeu_ps(out, value); }
  friend Floats operator+(Floats x, Floats y) { return {_mm512_add_ps(x.value, y.value)}; }
  friend Floats operator-(Floats x, Floats y) { return {_mm512_sub_ps(x.value, y.value)}; }
  friend Floats operator*(Floats x, Floats y) { return {_mm512_mul_ps(x.value, y.value)}; }
};

Floats sqrt(Floats x) {
  return {_mm512_sqrt_ps(x.value)};
}
Floats to_floats(Ints x) {
  return {_mm512_cvtepi32_ps(x.value)};
}
Ints bits_of(Floats x) {
  return {_mm512_castps_si512(x.value)};
}
Floats floats_of(Ints x) {
  return {_mm512_castsi512_ps(x.value)};
}
Floats select(Ints mask, Floats if_set, Floats otherwise) {
  return floats_of(
      {_mm512_ternarylogic_epi32(mask.value, bits_of(if_set).value, bits_of(otherwise).value, 0xca)});
}
Floats zero_where(Ints mask, Floats x) {
  return floats_of({_mm512_andnot_si512(mask.value, bits_of(x).value)});
}
Floats interleave_low(Floats x, Floats y) {
  return {_mm512_unpacklo_ps(x.value, y.value)};
}
Floats interleave_high(Floats x, Floats y) {
  return {_mm512_unpackhi_ps(x.value, y.value)};
}

struct Avx512 {
  using Words = certus::Words;
  using Ints = certus::Ints;
  using Floats = certus::Floats;
  static constexpr std::size_t kBlocks = 8;
  static constexpr std::size_t kGroupsTogether = 3;

  static Words splat_word(std::uint32_t x) { return {_mm512_set1_epi64(std::int64_t{x})}; }
  /// Interleaving works within 128 bits: the low vector takes the even lanes, the high one the odd lanes.
  static Words block_words(std::uint32_t first) {
    return {
        _mm512_add_epi64(_mm512_set1_epi64(std::int64_t{first}), _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7))};
  }
  static WordPairs<Avx512> load_pairs(const std::uint32_t* words) {
    const __m512 low = _mm512_castsi512_ps(_mm512_loadu_si512(words));
    const __m512 high = _mm512_castsi512_ps(_mm512_loadu_si512(words + 16));
    return {.radius = {_mm512_castps_si512(_mm512_shuffle_ps(low, high, 0b10001000))},
            .angle = {_mm512_castps_si512(_mm512_shuffle_ps(low, high, 0b11011101))}};
  }
  static void store_pairs(const WordPairs<Avx512>& pairs, std::uint32_t* out) {
    _mm512_storeu_si512(out, _mm512_unpacklo_epi32(pairs.radius.value, pairs.angle.value));
    _mm512_storeu_si512(out + 16, _mm512_unpackhi_epi32(pairs.radius.value, pairs.angle.value));
  }
};

}  // namespace

constinit const GaussianKernelFunctions kAvx512Gaussian = Gaussian<Avx512>::functions();

}  // namespace certus
