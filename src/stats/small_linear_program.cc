#include "certus/stats/small_linear_program.h"

#include <cmath>

#include "certus/base/error.h"

namespace certus {
namespace {

/// The simplex tableau. Its last row has what a unit of each column would add to the gain, its last column
/// the values of the basic variables.
class Tableau {
 public:
  explicit Tableau(const SmallLinearProgram& program)
      : columns_(program.columns),
        rows_(program.rows.size()),
        width_(columns_ + rows_ + 1),
        cells_((rows_ + 1) * width_) {
    for (std::size_t row = 0; row < rows_; ++row) {
      CERTUS_CHECK(program.rows[row].size() == columns_ && program.limits[row] >= 0.0);
      for (std::size_t column = 0; column < columns_; ++column) at(row, column) = program.rows[row][column];
      at(row, columns_ + row) = 1.0;
      // Limits that are 0, or alike, would let the method go in circles.
      constexpr double kApart = 1e-10;
      at(row, width_ - 1) = program.limits[row] + kApart * static_cast<double>(row + 1);
    }
    for (std::size_t column = 0; column < columns_; ++column) at(rows_, column) = program.gain[column];
  }

  /// One step; false at the end.
  bool improve() {
    std::size_t entering = 0;
    for (std::size_t column = 1; column + 1 < width_; ++column) {
      if (at(rows_, column) > at(rows_, entering)) entering = column;
    }
    constexpr double kNothing = 1e-11;
    if (at(rows_, entering) <= kNothing) return false;
    std::size_t leaving = rows_;
    double step = 0.0;
    for (std::size_t row = 0; row < rows_; ++row) {
      if (at(row, entering) <= kNothing) continue;
      const double reach = at(row, width_ - 1) / at(row, entering);
      if (leaving == rows_ || reach < step) {
        leaving = row;
        step = reach;
      }
    }
    if (leaving == rows_) return false;  // no limit: prices of 0 say nothing, and cost nothing
    exchange(leaving, entering);
    return true;
  }

  std::vector<double> prices() const {
    std::vector<double> prices;
    for (std::size_t row = 0; row < rows_; ++row)
      prices.push_back(std::fmax(0.0, -cells_[rows_ * width_ + columns_ + row]));
    return prices;
  }

 private:
  double& at(std::size_t row, std::size_t column) { return cells_[row * width_ + column]; }

  void exchange(std::size_t leaving, std::size_t entering) {
    const double pivot = at(leaving, entering);
    for (std::size_t column = 0; column < width_; ++column) at(leaving, column) /= pivot;
    for (std::size_t row = 0; row <= rows_; ++row) {
      const double factor = at(row, entering);
      if (row == leaving || factor == 0.0) continue;
      for (std::size_t column = 0; column < width_; ++column) at(row, column) -= factor * at(leaving, column);
    }
  }

  std::size_t columns_;
  std::size_t rows_;
  std::size_t width_;
  std::vector<double> cells_;
};

}  // namespace

std::vector<double> row_prices(const SmallLinearProgram& program) {
  CERTUS_CHECK(program.columns > 0 && program.gain.size() == program.columns &&
               program.limits.size() == program.rows.size());
  Tableau tableau(program);
  constexpr int kMostSteps = 2000;
  for (int step = 0; step < kMostSteps && tableau.improve(); ++step) continue;
  return tableau.prices();
}

}  // namespace certus
