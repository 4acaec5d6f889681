#pragma once

#include <cstddef>
#include <vector>

namespace certus {

/// A linear program with few rows and many columns: maximise the gain of x over all x >= 0 for which every
/// row stays within its limit. Limits are at least 0, so x = 0 is allowed.
struct SmallLinearProgram {
  std::size_t columns = 0;
  std::vector<double> gain;               ///< of each column
  std::vector<std::vector<double>> rows;  ///< coefficients, by row
  std::vector<double> limits;             ///< of each row
};

/// Prices of the rows, each at least 0, at which the limits are worth as little as possible while no column
/// gains more than its coefficients cost: the solution of the dual program.
///
/// Nothing is promised about them. They are the result of a simplex method in double arithmetic, which stops
/// after a fixed number of steps. To get a bound, check the prices (mixture_bounds.h): a bound from weak
/// duality holds for any prices, and better prices give a sharper bound.
std::vector<double> row_prices(const SmallLinearProgram& program);

}  // namespace certus
