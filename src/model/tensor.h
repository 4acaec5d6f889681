#pragma once

#include <vector>

#include "certus/base/shape.h"

namespace certus {

/// Numbers with a shape; row-major.
struct Tensor {
  Shape shape;
  std::vector<float> values;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

}  // namespace certus
