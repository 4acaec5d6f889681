#pragma once

#include <cstdint>
#include <vector>

#include "certus/stats/certified_radius.h"

namespace certus {

/// One line of the paper's toy example (Section 4.1): a balanced binary task, the trivial classifier against
/// one with the same p_A on every image.
struct ToyRow {
  std::int64_t n = 0;
  double trivial = 0.0;   ///< ACR of the trivial classifier
  double plug_in = 0.0;   ///< ACR of the other with round(p_A n) votes: the paper's numbers
  double expected = 0.0;  ///< its expected ACR
};
ToyRow toy_row(double p_a, const Budget& budget);

/// Radius and its sensitivity at a share of votes p: what a point of p_A is worth to ACR.
struct RadiusRow {
  double p = 0.0;
  double radius = 0.0;       ///< of round(p n) votes; 0 when they abstain
  double sensitivity = 0.0;  ///< change of radius per change of p, as the difference over neighbouring counts
};
RadiusRow radius_row(double p, const Budget& budget);

}  // namespace certus
