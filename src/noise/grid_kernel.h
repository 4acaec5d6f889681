#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// Slots of a table for drawing grid noise from the upper 32 bits of u, spaced by the logarithm, since
/// thresholds are dense where little probability is left: a slot is the exponent and the upper mantissa bits
/// of v as a float, v being the upper 31 bits of the folded u. `entries` has |K| in the upper mantissa_bits,
/// all ones for "not decided here", and the lower bits of the one prefix in the slot at which |K| steps: |K|
/// is one more below it and undecided on it.
struct GridTable {
  const std::uint32_t* entries = nullptr;
  int mantissa_bits = 0;
};

struct GridOutcome {
  std::uint32_t undecided = 0;  ///< nonzero when an element is marked
  std::uint32_t off_grid = 0;   ///< nonzero when an x is not the float32 of a byte / 255
};

/// out[i] = (255 x[i] + K) / 255 with K of words[i]; marks[i] is nonzero where K is undecided. x and out may
/// be the same memory. One source per instruction set; all give the same bits.
using GridKernel = GridOutcome (*)(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                                   float* out, std::uint32_t* marks);

GridOutcome grid_kernel_portable(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                                 float* out, std::uint32_t* marks);
GridOutcome grid_kernel_avx2(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                             float* out, std::uint32_t* marks);
GridOutcome grid_kernel_avx512(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                               float* out, std::uint32_t* marks);

}  // namespace certus
