#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/metrics/pair_comparison.h"
#include "certus/report/table.h"

namespace certus {

/// Logs of one sigma and what their comparison came to.
struct ComparedGroup {
  double sigma = 0.0;
  std::vector<std::size_t> members;   ///< places of the logs
  std::vector<PairComparison> pairs;  ///< of these logs only
};

/// The pairs by sigma, in the order in which sigmas first appear; a log that is alone at its sigma
/// makes no group.
std::vector<ComparedGroup> compared_groups(std::span<const LoadedLog> logs,
                                           std::span<const PairComparison> pairs);

/// What was found, in a few lines: which dominances and crossings the paired tests confirm, what they leave
/// undecided, what was not tested. Long lists of pairs that cross are left to the matrix. `names` are those
/// of all logs.
std::vector<std::string> pair_summary(const ComparedGroup& group, const std::vector<std::string>& names);

/// Every log of the group against every other, with one sign per pair; sign_meaning says what the signs mean.
Table pair_matrix(const ComparedGroup& group, const std::vector<std::string>& names);
std::vector<std::string> sign_meaning(double confidence);

/// A row for each pair: its verdict, and the widest interval of p where either lies below the other.
Table pair_table(const ComparedGroup& group, const std::vector<std::string>& names);

/// "0.504-0.710 (+2)": the widest interval, and how many there are besides; "-" for none. Ends have as many
/// digits as tell them apart.
std::string widest_interval_text(std::span<const PInterval> intervals);

}  // namespace certus
