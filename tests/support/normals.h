#pragma once

#include <concepts>
#include <vector>

#include "certus/noise/gaussian.h"

namespace certus::test {

/// Standard normal numbers, the same ones for the same seed.
std::vector<float> normals(std::integral auto count, std::uint64_t seed) {
  std::vector<float> values(static_cast<std::size_t>(count));
  fill_gaussian({.seed = seed}, 0, values);
  return values;
}

}  // namespace certus::test
