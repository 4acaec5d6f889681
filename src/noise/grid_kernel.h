#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// A table for drawing grid noise from the upper 32 bits of u. Its slots are spaced logarithmically, since
/// thresholds are dense where little probability is left: a slot is the exponent and the upper mantissa bits
/// of v as a float, where v is the upper 31 bits of the folded u. Each of the `entries` has |K| in its upper
/// mantissa_bits, where all ones mean "not decided here". The other bits of an entry are the lower bits of
/// the one prefix in the slot at which |K| steps: |K| is one larger below that prefix and undecided at it.
struct GridTable {
  const std::uint32_t* entries = nullptr;
  int mantissa_bits = 0;
};

struct GridOutcome {
  std::uint32_t undecided = 0;  ///< nonzero when an element is marked
  std::uint32_t off_grid = 0;   ///< nonzero when an x is not the float32 of a byte / 255
};

/// out[i] = (255 x[i] + K) / 255 where K belongs to words[i]; marks[i] is nonzero where K is undecided. x and
/// out may be the same memory. There is one source file per instruction set; all give the same bits.
using GridKernel = GridOutcome (*)(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                                   float* out, std::uint32_t* marks);

GridOutcome grid_kernel_portable(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                                 float* out, std::uint32_t* marks);
GridOutcome grid_kernel_avx2(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                             float* out, std::uint32_t* marks);
GridOutcome grid_kernel_avx512(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                               float* out, std::uint32_t* marks);

}  // namespace certus
