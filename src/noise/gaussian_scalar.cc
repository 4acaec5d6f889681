/// Portable kernel, and the reference for the others: one block at a time, arrays of two for the pairs.

#include <bit>
#include <cmath>

#include "certus/noise/gaussian_generic.h"

namespace certus {
namespace {

struct Words {
  std::uint64_t value;
};

Words multiply(Words a, Words b) {
  return {std::uint64_t{static_cast<std::uint32_t>(a.value)} * static_cast<std::uint32_t>(b.value)};
}
Words high_half(Words a) {
  return {a.value >> 32};
}
Words xor3(Words a, Words b, Words c) {
  return {a.value ^ b.value ^ c.value};
}

struct Ints {
  std::uint32_t a;
  std::uint32_t b;

  static Ints splat(std::uint32_t x) { return {x, x}; }
  friend Ints operator^(Ints x, Ints y) { return {x.a ^ y.a, x.b ^ y.b}; }
  friend Ints operator&(Ints x, Ints y) { return {x.a & y.a, x.b & y.b}; }
  friend Ints operator|(Ints x, Ints y) { return {x.a | y.a, x.b | y.b}; }
};

Ints pack(Words low, Words high) {
  return {static_cast<std::uint32_t>(low.value), static_cast<std::uint32_t>(high.value)};
}
Ints shift_left_1(Ints x) {
  return {x.a << 1, x.b << 1};
}
Ints shift_left_2(Ints x) {
  return {x.a << 2, x.b << 2};
}
Ints shift_right_23(Ints x) {
  return {x.a >> 23, x.b >> 23};
}
Ints sign_mask(Ints x) {
  return {0u - (x.a >> 31), 0u - (x.b >> 31)};
}

struct Floats {
  float a;
  float b;

  static Floats splat(float x) { return {x, x}; }
  static Floats load(const float* x) { return {x[0], x[1]}; }
  void store(float* out) const {
    out[0] = a;
    out[1] = b;
  }
  friend Floats operator+(Floats x, Floats y) { return {x.a + y.a, x.b + y.b}; }
  friend Floats operator-(Floats x, Floats y) { return {x.a - y.a, x.b - y.b}; }
  friend Floats operator*(Floats x, Floats y) { return {x.a * y.a, x.b * y.b}; }
};

Floats sqrt(Floats x) {
  return {std::sqrt(x.a), std::sqrt(x.b)};
}
Floats to_floats(Ints x) {
  return {static_cast<float>(static_cast<std::int32_t>(x.a)),
          static_cast<float>(static_cast<std::int32_t>(x.b))};
}
Ints bits_of(Floats x) {
  return {std::bit_cast<std::uint32_t>(x.a), std::bit_cast<std::uint32_t>(x.b)};
}
Floats floats_of(Ints x) {
  return {std::bit_cast<float>(x.a), std::bit_cast<float>(x.b)};
}
Floats select(Ints mask, Floats if_set, Floats otherwise) {
  return {mask.a != 0 ? if_set.a : otherwise.a, mask.b != 0 ? if_set.b : otherwise.b};
}
Floats zero_where(Ints mask, Floats x) {
  return select(mask, Floats::splat(0.0f), x);
}
Floats interleave_low(Floats x, Floats y) {
  return {x.a, y.a};
}
Floats interleave_high(Floats x, Floats y) {
  return {x.b, y.b};
}

struct Scalar {
  using Words = certus::Words;
  using Ints = certus::Ints;
  using Floats = certus::Floats;
  static constexpr std::size_t kBlocks = 1;
  static constexpr std::size_t kGroupsTogether = 2;

  static Words splat_word(std::uint32_t x) { return {x}; }
  static Words block_words(std::uint32_t first) { return {first}; }
  static WordPairs<Scalar> load_pairs(const std::uint32_t* words) {
    return {.radius = {words[0], words[2]}, .angle = {words[1], words[3]}};
  }
  static void store_pairs(const WordPairs<Scalar>& pairs, std::uint32_t* out) {
    out[0] = pairs.radius.a;
    out[1] = pairs.angle.a;
    out[2] = pairs.radius.b;
    out[3] = pairs.angle.b;
  }
};

}  // namespace

constinit const GaussianKernelFunctions kScalarGaussian = Gaussian<Scalar>::functions();

}  // namespace certus
