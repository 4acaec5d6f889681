#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// Two whole numbers around an exact one: low <= D <= high.
struct Threshold {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Random numbers of the grid noise have so many bits.
inline constexpr int kGridBits = 60;

/// Where the Gaussian law, rounded to the grid of 1/255, has its steps, as parts of 2^60: result[j - 1]
/// encloses
///
///   D_j = 2^60 P[sigma g < -(2j - 1) / 510] = 2^60 Phi(-(2j - 1) / (510 sigma)),   j = 1, 2, ...
///
/// decreasing, up to the first D_j below 1, which also stands for all that follow: the last entry is
/// {0, 1}. The entries are as narrow as whole numbers allow, but where D_j is within 2^-30 of one.
///
/// Proven, not only believed: with S = sum t^(2k+1) / (2k+1)!! and E = sum (t^2/2)^k / k!,
/// Phi(t) = 1/2 + S / (E sqrt(2 pi)), and all terms are positive. In a binary format of precision
/// u = 2^-113 with correctly rounded + * /, a sum of K such terms, each three roundings from the one before,
/// is off by at most 4 K u of itself, K < 500, and its tail is cut where it is below u of it; t itself is off
/// by u t. Phi is then off by less than 4000 u < 2^-100, and 2^60 Phi by less than 2^-40, a thousandth of the
/// 2^-30 that is allowed for.
///
/// @param sigma  noise level for pixels in [0, 1]; in [0.001, 16]
std::vector<Threshold> grid_thresholds(double sigma);

}  // namespace certus
