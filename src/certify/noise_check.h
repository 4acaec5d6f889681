#pragma once

#include <cstdint>
#include <string>

#include "certus/data/image.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// Fails, saying what is wrong, unless the noise that a source adds to x looks like what it should be;
/// returns what was found in one line, for the manifest. Four images' worth of draws, a million numbers or
/// more, all of a purpose of their own, so that nothing seen here touches a vote:
///
///   - mean and variance;
///   - the largest distance between the distribution function found and the normal one (Kolmogorov and
///     Smirnov) at the half steps of the 8-bit grid, where rounding to the grid does not matter;
///   - correlation between images, between draws of an image and between neighbouring elements;
///   - elements that never change.
///
/// A sigma that is off by 1 %, another law, noise that two images or draws share and stuck elements are seen.
/// A source that is right fails with probability less than 1e-9: distribution function and stuck elements
/// have 1e-10 each by proven bounds (Massart 1990; a power of the likeliest value), and each of the 13 sums
/// of at least 250,000 terms may lie 8 standard deviations off, 1.3e-15 by the normal law.
std::string check_noise(const NoiseSource& noise, ImageView x, float sigma, std::uint64_t seed);

}  // namespace certus
