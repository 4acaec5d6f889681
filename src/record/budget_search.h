#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certus/record/certification_log.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// A budget under which every logged radius is attainable.
struct BudgetCandidate {
  std::int64_t n = 0;
  double alpha = 0.0;
  bool reaches_cap = false;  ///< the largest logged radius is the largest this budget can certify
};

/// What is known beforehand narrows the search; empty fields are searched over the values people use.
struct BudgetSearch {
  double sigma = 0.0;
  std::optional<std::int64_t> n;
  std::optional<double> alpha;
};

/// All candidates among the usual n and alpha (and those given), likeliest first: those whose cap the log
/// reaches, then the field's habit (100,000, 0.001), then larger n. `descending` are the distinct radii of
/// the log.
std::vector<BudgetCandidate> consistent_budgets(const std::vector<double>& descending, RadiusDigits digits,
                                                const BudgetSearch& search);

/// The alpha for which `radius` is that of n out of n votes: Phi(radius / sigma)^n, at both ends of the
/// rounding.
struct AlphaRange {
  double low = 0.0;
  double high = 0.0;
};
AlphaRange alpha_of_cap(double radius, RadiusDigits digits, double sigma, std::int64_t n);

}  // namespace certus
