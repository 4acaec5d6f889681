#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// Two whole numbers that enclose an exact number: low <= D <= high.
struct Threshold {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Number of bits of the random numbers of the grid noise.
inline constexpr int kGridBits = 60;

/// The positions of the steps of the Gaussian law, rounded to the grid of 1/255, as parts of 2^60: result[j
/// - 1] encloses
///
///   D_j = 2^60 P[sigma g < -(2j - 1) / 510] = 2^60 Phi(-(2j - 1) / (510 sigma)),   j = 1, 2, ...
///
/// The D_j decrease. The list ends with the first D_j below 1, which also stands for all that follow: the
/// last entry is {0, 1}. The entries are as narrow as whole numbers allow, except where D_j is within 2^-30
/// of a whole number.
///
/// This is proven: with S = sum t^(2k+1) / (2k+1)!! and E = sum (t^2/2)^k / k!, Phi(t) = 1/2 + S / (E sqrt(2
/// pi)), and all terms are positive. In a binary format of precision u = 2^-113 with correctly rounded + * /,
/// a sum of K such terms, each three roundings from the one before, has a relative error of at most 4 K u,
/// with K < 500, and its tail is cut where it is below u times the sum; t itself has an error of u t. The
/// error of Phi is then less than 4000 u < 2^-100, and that of 2^60 Phi less than 2^-40, a thousandth of the
/// 2^-30 that is allowed for.
///
/// @param sigma  noise level for pixels in [0, 1]; in [0.001, 16]
std::vector<Threshold> grid_thresholds(double sigma);

}  // namespace certus
