#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "certus/base/error.h"

namespace certus {

/// The rows of a record by column, as a procedure checks them.
struct RecordedRows {
  std::span<const std::int32_t> predicted;  ///< negative: abstained
  std::span<const double> radius;           ///< empty in predictions
  std::span<const std::int64_t> n;          ///< of each row; a single value where all rows have the same
  std::span<const std::int64_t> votes;      ///< for the class that the n0 draws chose
  std::span<const std::int64_t>
      runner_up;                        ///< most votes of another class; empty unless the kind asks for it
  std::span<const std::int64_t> blank;  ///< draws for no class; empty unless the kind asks for it
  std::span<const std::vector<double>> extension;  ///< by column
  bool are_ours = false;  ///< written by certus: radii have all digits and our rounding, which is down

  std::size_t size() const { return predicted.size(); }
  bool is_abstained(std::size_t row) const { return predicted[row] < 0; }
  std::int64_t n_of(std::size_t row) const { return n.size() == 1 ? n[0] : n[row]; }
};

/// What is wrong with a row. `code` is stable and for machines.
struct RowProblem {
  std::string code;
  std::size_t row = 0;
  std::string column;
  double found = 0.0;
  std::string expected;  ///< what follows "expected " in the message
};

/// Collects problems.
class RowProblems {
 public:
  template <typename... Expected>
  void expect(bool is_right, const char* code, std::size_t row, const char* column, double found,
              const Expected&... expected) {
    if (!is_right) found_.push_back({code, row, column, found, join_text(expected...)});
  }
  std::vector<RowProblem> take() { return std::move(found_); }

 private:
  std::vector<RowProblem> found_;
};

}  // namespace certus
