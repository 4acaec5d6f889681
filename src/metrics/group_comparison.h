#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "certus/metrics/log_groups.h"
#include "certus/metrics/pair_comparison.h"

namespace certus {

/// Compares two methods of one sigma: how the pairs of their seeds stand, each seed of the first method
/// against each seed of the second. Seeds are not pooled, because images that several models share are
/// not new images.
struct GroupComparison {
  std::size_t a = 0;  ///< places among the groups; a before b
  std::size_t b = 0;
  std::size_t pairs = 0;                                         ///< of seeds
  std::size_t better = 0, worse = 0, equal = 0, crosses = 0;     ///< Relation of a's seed to b's
  std::size_t tested = 0;                                        ///< pairs that have a paired test
  std::size_t dominates = 0, dominated = 0, crosses_surely = 0;  ///< Verdict; the others are undecided
};

/// Counts over the pairs of seeds. These are counts over the trainings at hand and not a test over seeds:
/// pairs share models, and each paired test holds with its own confidence by itself.
/// @param pairs  of compare_pairs over the logs of the groups; those within a group are left out
std::vector<GroupComparison> compare_groups(std::span<const LogGroup> groups,
                                            std::span<const PairComparison> pairs);

/// Whether two logs are seeds of one method, which are never compared as rivals.
bool are_of_one_group(std::span<const LogGroup> groups, std::size_t log, std::size_t other);

/// "better in 7 of 9 pairs of seeds, crosses in 2": the most frequent first.
std::string relations_text(const GroupComparison& comparison);
/// "dominates in 7 of 9, undecided in 2"; empty where no pair is tested.
std::string verdicts_text(const GroupComparison& comparison);

}  // namespace certus
