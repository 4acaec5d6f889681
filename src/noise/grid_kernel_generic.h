#pragma once

/// The kernel of grid_kernel.h as one plain loop, which the compiler vectorizes. This file is included by one
/// source file per instruction set, and by grid_gaussian.cc for the slot of a prefix. Everything is in an
/// unnamed namespace, because the linker must not merge the copies.

#include "certus/noise/grid_kernel.h"

namespace certus {
namespace {

inline constexpr int kFloatMantissa = 23;
inline constexpr std::uint32_t kExponentOfOne = 127;

/// Monotone in v, and the table needs no more than that: v has more bits than the mantissa of a float.
[[gnu::always_inline]] inline std::uint32_t grid_slot(std::uint32_t v, int mantissa_bits) {
  const auto positive = static_cast<std::int32_t>(v) > 1 ? static_cast<std::int32_t>(v) : 1;
  const auto as_float = static_cast<float>(positive);
  return (__builtin_bit_cast(std::uint32_t, as_float) >> (kFloatMantissa - mantissa_bits)) -
         (kExponentOfOne << mantissa_bits);
}

/// The byte nearest to 255 x.
[[gnu::always_inline]] inline std::int32_t grid_byte(float x) {
  const float low = x > 0.0F ? x : 0.0F;
  const float inside = low < 1.0F ? low : 1.0F;
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and std::lround is not vectorised
  return static_cast<std::int32_t>(inside * 255.0F + 0.5F);
}

[[gnu::always_inline]] inline GridOutcome grid_loop(GridTable table, const std::uint32_t* words,
                                                    const float* x, std::size_t n, float* out,
                                                    std::uint32_t* marks) {
  const int bits = table.mantissa_bits;
  const std::uint32_t open = (1U << bits) - 1;
  std::uint32_t undecided = 0;
  std::uint32_t off_grid = 0;
#pragma GCC ivdep
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t word = words[i];
    const std::uint32_t upper = 0U - (word >> 31);  // all ones in the upper half
    const std::uint32_t v = word ^ upper;
    const std::uint32_t entry = table.entries[static_cast<std::int32_t>(grid_slot(v, bits))];
    const std::uint32_t base = entry >> (32 - bits);
    const std::uint32_t beyond = (v - entry) << bits;  // its sign is that of v - prefix
    const std::uint32_t magnitude = base + (beyond >> 31);
    const std::uint32_t mark = (beyond == 0 ? 1U : 0U) | (base == open ? 1U : 0U);
    marks[i] = mark;
    undecided |= mark;
    const auto k = static_cast<std::int32_t>((magnitude ^ ~upper) + (~upper & 1U));  // -|K| in the lower half
    const std::int32_t byte = grid_byte(x[i]);
    off_grid |= static_cast<float>(byte) / 255.0F == x[i] ? 0U : 1U;
    out[i] = static_cast<float>(byte + k) / 255.0F;
  }
  return {.undecided = undecided, .off_grid = off_grid};
}

}  // namespace
}  // namespace certus
