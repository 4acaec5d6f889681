#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace certus {

// Sizes of tensors and windows, for all code that iterates over them: networks, kernels and engines.

/// Sizes of the axes of a tensor, outermost first.
using Shape = std::vector<std::int64_t>;

/// The product of the sizes; 1 for a scalar. Fails when a size is negative or the product exceeds 63 bits.
std::int64_t element_count(const Shape& shape);

/// "3x32x32", or "scalar".
std::string shape_text(const Shape& shape);

/// Window of a convolution or pooling over height and width.
struct Window {
  std::array<std::int64_t, 2> kernel{1, 1};
  std::array<std::int64_t, 2> stride{1, 1};
  std::array<std::int64_t, 2> dilation{1, 1};
  std::array<std::int64_t, 4> pad{0, 0, 0, 0};  ///< top, left, bottom, right
  friend bool operator==(const Window&, const Window&) = default;
};

}  // namespace certus
