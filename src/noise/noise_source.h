#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "certus/noise/generator.h"

namespace certus {

/// Whether a draw is the one that the law of the noise prescribes.
enum class Drawn {
  kSurely,
  kDoubtful,  ///< the random bits do not determine the value: the draw must not count for any class
};

/// Moments of one number of the noise; the first and third moments are 0.
struct NoiseMoments {
  double second = 0.0;
  double fourth = 0.0;
};

/// The noise that a network sees: a law, and the generator that it is drawn with. Thread-safe.
class NoiseSource {
 public:
  virtual ~NoiseSource() = default;

  /// For the manifest: with the same name, key and sigma, the noise has the same bits.
  virtual std::string name() const = 0;

  virtual NoiseMoments moments(float sigma) const = 0;

  /// out = x + sigma g(key, sample), a pure function of its arguments. x and out have the same length and may
  /// be the same memory.
  virtual Drawn add(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
                    std::span<float> out) const = 0;
};

/// Normals in float32, added in float32, as is usual in the literature (gaussian.h).
std::shared_ptr<const NoiseSource> gaussian_noise(Generator generator = Generator::kPhilox);

}  // namespace certus
