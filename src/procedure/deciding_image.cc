#include "certus/procedure/deciding_image.h"

#include <cmath>

#include "certus/base/number_text.h"
#include "certus/stats/confidence_sequence.h"

namespace certus {
namespace {

enum AnytimeColumn { kClass, kLooks, kLower, kUpper };

}  // namespace

RecordColumns anytime_columns() {
  return {.extension = {{.name = "class", .is_whole = true},
                        {.name = "looks", .is_whole = true},
                        {.name = "lower"},
                        {.name = "upper"}}};
}

std::vector<double> extension_of(const AnytimeOutcome& outcome) {
  return {static_cast<double>(outcome.chosen), static_cast<double>(outcome.looks), outcome.lower,
          outcome.upper};
}

AnytimeOutcome anytime_outcome(const CertificationRecord& record) {
  const std::vector<double>& values = record.extension;
  return {.chosen = static_cast<int>(values.at(kClass)),
          .looks = static_cast<std::int64_t>(values.at(kLooks)),
          .lower = values.at(kLower),
          .upper = values.at(kUpper)};
}

AnytimeColumns::AnytimeColumns(const RecordedRows& rows)
    : chosen(rows.extension[kClass]),
      looks(rows.extension[kLooks]),
      lower(rows.extension[kLower]),
      upper(rows.extension[kUpper]) {}

void expect_anytime_values(const RecordedRows& rows, RowProblems& problems) {
  const AnytimeColumns columns(rows);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    problems.expect(rows.is_abstained(row) || columns.chosen[row] == rows.predicted[row], "class-mismatch",
                    row, "class", columns.chosen[row], rows.predicted[row],
                    ", which is what the row predicts");
    problems.expect(columns.looks[row] >= 1.0 && columns.looks[row] <= static_cast<double>(rows.n_of(row)),
                    "bad-looks", row, "looks", columns.looks[row], "a whole number from 1 to ",
                    rows.n_of(row));
    problems.expect(columns.lower[row] >= 0.0 && columns.upper[row] <= 1.0, "bad-bound", row, "lower",
                    columns.lower[row], "bounds in [0, 1]");
  }
}

void expect_anytime_bounds(const RecordedRows& rows, double alpha, RowProblems& problems) {
  const AnytimeColumns columns(rows);
  const ConfidenceSequence sequence(alpha);
  const auto expect = [&](std::size_t row, const char* column, double found, double bound) {
    problems.expect(std::fabs(found - bound) <= 1e-9, "bound-not-of-votes", row, column, found,
                    round_trip_text(bound), ", which the votes say");
  };
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    expect(row, "lower", columns.lower[row], sequence.lower(rows.votes[row], n).p);
    expect(row, "upper", columns.upper[row], sequence.upper(rows.votes[row] + rows.blank[row], n).p);
  }
}

}  // namespace certus
