#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "certus/noise/gaussian_kernels.h"
#include "certus/noise/grid_kernel.h"
#include "certus/noise/grid_thresholds.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// Gaussian noise rounded to the grid of 1/255, with exactly the intended distribution.
///
/// Let eps be normal with standard deviation sigma and K = floor(255 eps + 1/2), so that K / 255 is eps
/// rounded to the grid. The noise is drawn from 60 random bits u. If u had infinitely many more bits, the
/// point V in [u, u + 1) would choose K by the thresholds 2^60 Phi((2i + 1) / (510 sigma)), and K would have
/// exactly its law. So a draw of u either determines K with certainty or, where a threshold lies inside [u, u
/// + 1) or is not known precisely enough, it is doubtful. Every draw that is not doubtful equals the ideal
/// one. The certificate is based on that: see docs/statistics.md, section Floating point.
class GridGaussian {
 public:
  /// @param sigma  for pixels in [0, 1]; in [0.001, 16]
  explicit GridGaussian(double sigma);
  /// With thresholds like those of grid_thresholds, which may be known less precisely.
  explicit GridGaussian(std::vector<Threshold> thresholds);

  struct Step {
    std::int32_t k = 0;
    Drawn drawn = Drawn::kSurely;
    friend bool operator==(const Step&, const Step&) = default;
  };

  /// K for the bits u, which are less than 2^60: the definition.
  Step step(std::uint64_t u) const;

  /// Of K / 255.
  NoiseMoments moments() const;

  /// What the kernels look up.
  GridTable table() const { return {.entries = table_.data(), .mantissa_bits = mantissa_bits_}; }

  /// out[e] = float32(255 x[e] + K_e) / 255 in float32, where K_e belongs to the u whose upper 32 bits
  /// are word e of (key, sample) and whose lower 28 bits are the upper 28 bits of word e of
  /// WordStream::kMore. Returns kDoubtful when any K is doubtful. The bits are the same on every kernel
  /// and for every length. x and out may be the same memory. Fails when an x is not the float32 of a byte
  /// / 255, naming the first one.
  Drawn add(Generator generator, const NoiseKey& key, std::uint64_t sample, std::span<const float> x,
            std::span<float> out, NoiseKernel kernel = fastest_noise_kernel()) const;

 private:
  void make_table(int mantissa_bits);

  std::vector<Threshold> thresholds_;
  std::vector<std::uint32_t> table_;  ///< as GridTable says
  int mantissa_bits_ = 0;
  double open_share_ = 1.0;  ///< of draws that the table does not decide
};

/// The implementation for an instruction set, which must be a supported one.
GridKernel grid_kernel(NoiseKernel kernel);

/// The noise source of sound certificates: GridGaussian for images on the 8-bit grid. The only values of
/// sigma that can be asked for are the one given here and 0 (no noise).
std::shared_ptr<const NoiseSource> grid_noise(float sigma, Generator generator = Generator::kPhilox);
/// With a law other than that of a sigma.
std::shared_ptr<const NoiseSource> grid_noise(float sigma, GridGaussian law, Generator generator);

}  // namespace certus
