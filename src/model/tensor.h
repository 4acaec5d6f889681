#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace certus {

/// Sizes of the axes of a tensor, outermost first.
using Shape = std::vector<std::int64_t>;

/// The product of the sizes; 1 for a scalar. Fails when a size is negative or the product exceeds 63 bits.
std::int64_t element_count(const Shape& shape);

/// "3x32x32", or "scalar".
std::string shape_text(const Shape& shape);

/// Numbers with a shape; row-major.
struct Tensor {
  Shape shape;
  std::vector<float> values;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

}  // namespace certus
