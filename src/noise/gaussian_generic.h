#pragma once

/// The computation of the normals, written once for all instruction sets. This file is included by one source
/// file per instruction set, and by nothing else. Each of them provides a Target with the vector types
///
///   Words   one Philox word of one block per 64-bit lane, in its low half; the high half may hold anything
///   Ints    32-bit integers, twice as many lanes
///   Floats  float32, as many lanes as Ints
///
/// Everything is in an unnamed namespace, because the linker must not merge the copies of different
/// instruction sets. Only + - * and sqrt are used on floats, all rounded to nearest, and the files are
/// compiled without contraction to fused multiply-add, so every Target gives the same bits.

#include <cfloat>
#include <cstddef>
#include <cstdint>

#include "certus/noise/gaussian_kernel_functions.h"
#include "certus/noise/philox.h"

static_assert(FLT_EVAL_METHOD == 0, "float expressions have to be rounded to float32");

namespace certus {
namespace {

/// Counter and round keys, broadcast once per call. This is a copy, which stores to out cannot change, so the
/// compiler can move the work that all blocks share in the first two rounds out of the loop.
template <typename Target>
struct Stream {
  std::uint32_t first_block;
  typename Target::Words counter1;
  typename Target::Words counter2;
  typename Target::Words counter3;
  typename Target::Words key0[kPhiloxRounds];
  typename Target::Words key1[kPhiloxRounds];

  Stream(const std::uint32_t* counter, const std::uint32_t* key)
      : first_block(counter[0]),
        counter1(Target::splat_word(counter[1])),
        counter2(Target::splat_word(counter[2])),
        counter3(Target::splat_word(counter[3])) {
    for (std::uint32_t round = 0; round < kPhiloxRounds; ++round) {
      key0[round] = Target::splat_word(key[0] + round * kPhiloxKeyStep0);
      key1[round] = Target::splat_word(key[1] + round * kPhiloxKeyStep1);
    }
  }
};

/// Words of a group of blocks: lanes 2j and 2j + 1 belong to the two pairs of words of one block.
template <typename Target>
struct WordPairs {
  typename Target::Ints radius;
  typename Target::Ints angle;
};

/// philox4x32 for kCount groups of Target::kBlocks consecutive blocks. The groups go through the rounds
/// together: the latency of one hides behind the other. Words 0 and 2 give radii, words 1 and 3 give angles.
/// Packed in this way, one interleave of the results puts the four normals of a block side by side.
template <typename Target, std::size_t kCount>
[[gnu::always_inline]] inline void philox_groups(const Stream<Target>& stream, std::size_t first_group,
                                                 WordPairs<Target> (&out)[kCount]) {
  using Words = typename Target::Words;
  const Words multiplier0 = Target::splat_word(kPhiloxMultiplier0);
  const Words multiplier1 = Target::splat_word(kPhiloxMultiplier1);
  Words c0[kCount];
  Words c1[kCount];
  Words c2[kCount];
  Words c3[kCount];
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t first_block = (first_group + i) * Target::kBlocks;
    c0[i] = Target::block_words(stream.first_block + static_cast<std::uint32_t>(first_block));
    c1[i] = stream.counter1;
    c2[i] = stream.counter2;
    c3[i] = stream.counter3;
  }
#pragma GCC unroll 10
  for (int round = 0; round < kPhiloxRounds; ++round) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kCount; ++i) {
      const Words product0 = multiply(c0[i], multiplier0);
      const Words product1 = multiply(c2[i], multiplier1);
      c0[i] = xor3(high_half(product1), c1[i], stream.key0[round]);
      c1[i] = product1;
      c2[i] = xor3(high_half(product0), c3[i], stream.key1[round]);
      c3[i] = product0;
    }
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kCount; ++i) {
    out[i] = {.radius = pack(c0[i], c2[i]), .angle = pack(c1[i], c3[i])};
  }
}

/// c[0] + c[1] x + ..., by Horner's scheme: for short chains only.
template <typename Floats>
[[gnu::always_inline]] inline Floats cubic(Floats x, const float (&c)[4]) {
  const Floats upper = Floats::splat(c[3]) * x + Floats::splat(c[2]);
  return (upper * x + Floats::splat(c[1])) * x + Floats::splat(c[0]);
}

/// c[0] + c[1] x + ..., by Estrin's scheme: two more products than Horner's, but the chain is less than
/// half as long.
template <typename Floats>
[[gnu::always_inline]] inline Floats octic(Floats x, const float (&c)[9]) {
  const auto pair = [&](std::size_t i) { return Floats::splat(c[i]) + Floats::splat(c[i + 1]) * x; };
  const Floats x2 = x * x;
  const Floats x4 = x2 * x2;
  const Floats lower = pair(0) + pair(2) * x2;
  const Floats upper = pair(4) + pair(6) * x2;
  return lower + (upper + Floats::splat(c[8]) * x4) * x4;
}

/// sqrt(-2 ln u) with u = (word + 1/2) 2^-32. The nearest float32 of u would be good enough for small u but
/// not near 1, where ln u is the distance from 1. So write u = 2^-k (1 - g) with g in (0, 1/2] known to full
/// relative precision at either end, and -2 ln u = 2 k ln 2 - 2 ln(1 - g).
template <typename Target>
[[gnu::always_inline]] inline typename Target::Floats radius_of(typename Target::Ints word) {
  using Ints = typename Target::Ints;
  using Floats = typename Target::Floats;
  // -2 ln(1 - g) / g on [0, 1/2]; Remez, relative error 4.6e-8 with these float32 coefficients.
  static constexpr float kLog[] = {0x1.0p+1f,      0x1.fffe2p-1f,   0x1.55b59ep-1f,
                                   0x1.f143cep-2f, 0x1.14154cp-1f,  -0x1.a0d874p-2f,
                                   0x1.41f67ap+1f, -0x1.b22086p+1f, 0x1.70ec58p+1f};
  static constexpr float kTwoLn2 = 0x1.62e43p+0f;
  const Ints upper_half = sign_mask(word);  // u > 1/2
  // min(u, 1 - u): the complement of the word mirrors u at 1/2. Below 2^23 every step is exact.
  const Floats near = (to_floats(word ^ upper_half) + Floats::splat(0.5f)) * Floats::splat(0x1p-32f);
  const Ints bits = bits_of(near);
  const Floats k = Floats::splat(126.0f) - to_floats(shift_right_23(bits));
  const Floats mantissa = floats_of((bits & Ints::splat(0x007fffff)) | Ints::splat(0x3f000000));  // [1/2, 1)
  // u > 1/2: k = 0 and g = 1 - u. Otherwise u = 2^-k mantissa, and 1 - mantissa is exact.
  const Floats g = select(upper_half, near, Floats::splat(1.0f) - mantissa);
  const Floats whole = zero_where(upper_half, k * Floats::splat(kTwoLn2));
  return sqrt(whole + g * octic(g, kLog));
}

template <typename Floats>
struct NormalPair {
  Floats first;
  Floats second;
};

/// Box and Muller (1958). The angle word chooses one of 2^32 equally spaced points of the circle: 30 bits
/// choose a point of the quarter around (1, 0), one bit mirrors it to the left, and one exchanges the
/// coordinates. In the quarter both coordinates have full relative precision.
template <typename Target>
[[gnu::always_inline]] inline NormalPair<typename Target::Floats> box_muller(const WordPairs<Target>& words) {
  using Ints = typename Target::Ints;
  using Floats = typename Target::Floats;
  // sin(pi/2 t) / t and cos(pi/2 t) in t^2 for |t| <= 1/2; Remez, relative error 3.5e-8 and 5.5e-8.
  static constexpr float kSin[] = {0x1.921fb6p+0f, -0x1.4abbbap-1f, 0x1.465e92p-4f, -0x1.2d9302p-8f};
  static constexpr float kCos[] = {1.0f, -0x1.3bd39cp+0f, 0x1.03b09p-2f, -0x1.4e844ap-6f};
  const Floats t = to_floats(shift_left_2(words.angle) | Ints::splat(2)) * Floats::splat(0x1p-32f);
  const Floats square = t * t;
  const Floats sine = t * cubic(square, kSin);
  const Floats cosine = cubic(square, kCos);
  const Ints mirror = shift_left_1(words.angle) & Ints::splat(0x80000000);
  const Floats mirrored = floats_of(bits_of(cosine) ^ mirror);
  const Ints exchange = sign_mask(words.angle);
  const Floats radius = radius_of<Target>(words.radius);
  return {.first = radius * select(exchange, sine, mirrored),
          .second = radius * select(exchange, mirrored, sine)};
}

/// Whole groups go straight to out. The rest is taken from one more group, so that a short span holds the
/// beginning of a long one.
template <typename Target>
struct Gaussian {
  using Floats = typename Target::Floats;
  static constexpr std::size_t kHalf = 2 * Target::kBlocks;  ///< floats of one vector
  static constexpr std::size_t kGroup = 2 * kHalf;
  static constexpr std::size_t kTogether = Target::kGroupsTogether;

  static void words(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n,
                    std::uint32_t* out) {
    for_groups(counter, key, n, [=](const WordPairs<Target>& group, std::size_t first) {
      if (n - first >= kGroup) return Target::store_pairs(group, out + first);
      std::uint32_t last[kGroup];
      Target::store_pairs(group, last);
      for (std::size_t i = first; i < n; ++i) out[i] = last[i - first];
    });
  }

  static void fill(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n, float* out) {
    for_groups(counter, key, n, [=](const WordPairs<Target>& group, std::size_t first) {
      const NormalPair<Floats> normals = box_muller<Target>(group);
      if (n - first >= kGroup) return store_group(normals, out + first);
      float last[kGroup];
      store_group(normals, last);
      for (std::size_t i = first; i < n; ++i) out[i] = last[i - first];
    });
  }

  static void add(const std::uint32_t* counter, const std::uint32_t* key, float sigma, const float* x,
                  std::size_t n, float* out) {
    const Floats scale = Floats::splat(sigma);
    for_groups(counter, key, n, [=](const WordPairs<Target>& group, std::size_t first) {
      const NormalPair<Floats> normals = box_muller<Target>(group);
      if (n - first >= kGroup) return add_group(normals, scale, x + first, out + first);
      float last[kGroup] = {};
      for (std::size_t i = first; i < n; ++i) last[i - first] = x[i];
      add_group(normals, scale, last, last);
      for (std::size_t i = first; i < n; ++i) out[i] = last[i - first];
    });
  }

  static void from_words(const std::uint32_t* words, std::size_t n, float* out) {
    const std::size_t done = n / kGroup * kGroup;
    for (std::size_t i = 0; i < done; i += kGroup) {
      store_group(box_muller<Target>(Target::load_pairs(words + i)), out + i);
    }
    if (done == n) return;
    std::uint32_t last_words[kGroup] = {};
    float last[kGroup];
    for (std::size_t i = done; i < n; ++i) last_words[i - done] = words[i];
    store_group(box_muller<Target>(Target::load_pairs(last_words)), last);
    for (std::size_t i = done; i < n; ++i) out[i] = last[i - done];
  }

  static constexpr GaussianKernelFunctions functions() { return {&words, &fill, &add, &from_words}; }

 private:
  /// Calls finish(words, first) for every group in order; first is the first element of the group.
  template <typename Finish>
  [[gnu::always_inline]] static void for_groups(const std::uint32_t* counter, const std::uint32_t* key,
                                                std::size_t n, Finish finish) {
    const Stream<Target> stream(counter, key);
    std::size_t first = 0;
    for (; first + kTogether * kGroup <= n; first += kTogether * kGroup) {
      WordPairs<Target> words[kTogether];
      philox_groups<Target>(stream, first / kGroup, words);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kTogether; ++i) finish(words[i], first + i * kGroup);
    }
    for (; first < n; first += kGroup) {
      WordPairs<Target> words[1];
      philox_groups<Target>(stream, first / kGroup, words);
      finish(words[0], first);
    }
  }

  [[gnu::always_inline]] static void store_group(const NormalPair<Floats>& normals, float* out) {
    interleave_low(normals.first, normals.second).store(out);
    interleave_high(normals.first, normals.second).store(out + kHalf);
  }

  [[gnu::always_inline]] static void add_group(const NormalPair<Floats>& normals, Floats sigma,
                                               const float* x, float* out) {
    // Both loads come before the first store, because x and out may be the same memory.
    const Floats low = Floats::load(x) + sigma * interleave_low(normals.first, normals.second);
    const Floats high = Floats::load(x + kHalf) + sigma * interleave_high(normals.first, normals.second);
    low.store(out);
    high.store(out + kHalf);
  }
};

}  // namespace
}  // namespace certus
