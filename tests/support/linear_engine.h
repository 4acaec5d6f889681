#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "certus/smooth/vote_counter.h"
#include "support/scripted_engine.h"

namespace certus::test {

inline constexpr ImageShape kTinyShape{1, 2, 4};

/// f(x) = 1 where the sum of the pixels is positive, else 0. Under noise the probability of the right side is
/// Phi(distance / sigma), and the smoothed classifier changes exactly at the plane: the true radius of an
/// image is its distance to it.
inline std::unique_ptr<Engine> plane_engine() {
  return std::make_unique<ScriptedEngine>(kTinyShape, 2, [](std::span<const float> x) {
    float sum = 0.0F;
    for (const float v : x) sum += v;
    return sum > 0.0F ? 1 : 0;
  });
}

/// An image of class 1 at that distance from the plane.
inline std::vector<float> image_at(double distance) {
  const double pixels = static_cast<double>(kTinyShape.size());
  return std::vector<float>(kTinyShape.size(), static_cast<float>(distance / std::sqrt(pixels)));
}

inline VoteCounter counter_of(std::unique_ptr<Engine> engine, std::int64_t batch = 64) {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(std::move(engine));
  return {std::move(engines), batch};
}

}  // namespace certus::test
