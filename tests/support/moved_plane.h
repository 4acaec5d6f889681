#pragma once

#include "support/linear_engine.h"

namespace certus::test {

/// The plane engine moved: it says 1 where the sum of the pixels exceeds `offset`.
inline std::unique_ptr<Engine> moved_plane(float offset) {
  return std::make_unique<ScriptedEngine>(kTinyShape, 2, [offset](std::span<const float> x) {
    float sum = 0.0F;
    for (const float v : x) sum += v;
    return sum > offset ? 1 : 0;
  });
}

}  // namespace certus::test
