#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"
#include "certus/train/method.h"

namespace certus {
namespace {

/// Uniforms and normals of an image and epoch lie in samples of their own, so they never share words.
NoiseKey key_of(const StepRandom& random, std::int64_t b) {
  return {.seed = random.seed,
          .image = static_cast<std::uint64_t>(random.positions[static_cast<std::size_t>(b)]),
          .purpose = Purpose::kStepChoice};
}

}  // namespace

double StepRandom::uniform(std::int64_t b, std::uint64_t element) const {
  return keyed_unit(key_of(*this, b), 2 * epoch, element);
}

void StepRandom::normals(std::int64_t b, std::span<float> out) const {
  fill_gaussian(key_of(*this, b), 2 * epoch + 1, out);
}

}  // namespace certus
