#include "certus/procedure/proven_radii.h"

#include <algorithm>
#include <cmath>

#include "certus/base/number_text.h"

namespace certus {

std::vector<RowProblem> unproven_radii(const RecordedRows& rows, const Budget& budget,
                                       const std::function<double(std::size_t row)>& proven,
                                       const std::function<std::string(std::size_t row)>& proof) {
  RowProblems problems;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows.is_abstained(row)) continue;
    const double radius = rows.radius[row];
    const double expected = proven(row);
    // Other tools compute the radius without our rounding down; at n = 10^9 that moves it by 1e-9. Ours never
    // exceeds what is proven, and less is proven only where an older version rounded down further.
    const double slack = 4e-9 * std::max(radius, 1.0);
    const bool is_right =
        expected > 0.0 && radius >= expected - slack && radius <= expected + (rows.are_ours ? 0.0 : slack);
    if (is_right) continue;
    problems.expect(false, "radius-not-of-counts", row, "radius", radius,
                    expected > 0.0 ? round_trip_text(expected) : std::string("an abstention"),
                    ", which is what ", proof(row), " prove at alpha = ", budget.alpha,
                    ", sigma = ", budget.sigma);
  }
  return problems.take();
}

std::string votes_text(const RecordedRows& rows, std::size_t row) {
  return join_text(rows.votes[row], " of ", rows.n_of(row), " votes for the predicted class");
}

}  // namespace certus
