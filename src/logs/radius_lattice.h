#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// Radii of one budget lie on a lattice: one value per certifying count. A logged radius, rounded, stands for
/// the counts whose exact radius lies within half a unit of its last digit.
struct LatticeCell {
  std::int64_t k_low = 0;   ///< smallest such count
  std::int64_t k_high = 0;  ///< largest such count
  double radius_low = 0.0;
  double radius_high = 0.0;
};

/// The counts behind a logged radius; empty when no count of the budget prints to it.
std::optional<LatticeCell> lattice_cell(double logged_radius, RadiusDigits digits, const Budget& budget);

/// The radii of certified rows, as far as they tell something about the budget.
struct LoggedRadii {
  std::vector<double> descending;  ///< distinct ones
  std::int64_t at_largest = 0;     ///< rows that share the largest
  RadiusDigits digits;
  bool empty() const { return descending.empty(); }
  double largest() const { return descending.front(); }
};
LoggedRadii logged_radii(const CertificationLog& log);

/// The largest logged radius that the budget cannot have produced; empty when every one is attainable.
std::optional<double> unattainable_radius(const LoggedRadii& radii, const Budget& budget);

}  // namespace certus
