#pragma once

#include <functional>

#include "certus/procedure/recorded_rows.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// Rows whose radius is not the one that `proven` gives for them (0: none, the row has to abstain), with code
/// "radius-not-of-counts". Rows of certus never exceed it, not even in the last bit; other tools round
/// otherwise, so theirs may by 4e-9.
/// @param proof  what proves it, for the message: "3 of 100 votes for the predicted class"
std::vector<RowProblem> unproven_radii(const RecordedRows& rows, const Budget& budget,
                                       const std::function<double(std::size_t row)>& proven,
                                       const std::function<std::string(std::size_t row)>& proof);

/// "97 of 100 votes for the predicted class".
std::string votes_text(const RecordedRows& rows, std::size_t row);

}  // namespace certus
