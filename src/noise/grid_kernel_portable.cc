#include "certus/noise/grid_kernel_generic.h"

namespace certus {

GridOutcome grid_kernel_portable(GridTable table, const std::uint32_t* words, const float* x, std::size_t n,
                                 float* out, std::uint32_t* marks) {
  return grid_loop(table, words, x, n, out, marks);
}

}  // namespace certus
