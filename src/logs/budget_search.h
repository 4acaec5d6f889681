#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certus/stats/certified_radius.h"

namespace certus {

struct LoggedRadii;  // radius_lattice.h

/// A budget under which every logged radius is attainable.
struct BudgetCandidate {
  std::int64_t n = 0;
  double alpha = 0.0;
  bool reaches_cap = false;  ///< the largest logged radius is the largest this budget can certify
  bool is_sure = false;      ///< and several images share it, as they do at a cap: this is not by chance
};

/// What is known beforehand narrows the search; empty fields are searched over the values people use.
struct BudgetSearch {
  double sigma = 0.0;
  std::optional<std::int64_t> n;
  std::optional<double> alpha;
  /// A budget under which every radius is known to be attainable, for example from the votes beside it. It is
  /// not examined again.
  std::optional<Budget> known_to_fit = {};
};

/// All candidates among the usual n and alpha (and those given), likeliest first: sure ones, then by how
/// usual n and alpha are, (100,000, 0.001) being the field's habit. A fine lattice fits any radii, so fitting
/// alone means little.
std::vector<BudgetCandidate> consistent_budgets(const LoggedRadii& radii, const BudgetSearch& search);

/// Whether digits were cut off, as a careful writer does, instead of rounded to nearest. The answer is yes
/// when only then the radii fit the given alpha or, without a given alpha, a sure budget.
bool were_cut_off(LoggedRadii radii, const BudgetSearch& search);

/// The alpha for which `radius` is that of n out of n votes: Phi(radius / sigma)^n, at both ends of the
/// rounding.
struct AlphaRange {
  double low = 0.0;
  double high = 0.0;
};
AlphaRange alpha_of_cap(const LoggedRadii& radii, double sigma, std::int64_t n);

}  // namespace certus
