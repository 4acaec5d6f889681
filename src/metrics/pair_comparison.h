#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/dominance.h"
#include "certus/metrics/estimate.h"
#include "certus/metrics/paired_test.h"

namespace certus {

/// Why two logs have no paired test.
enum class NoTest { kIsTested, kImagesStopped, kNoSharedImages, kLabelsDiffer };
std::string no_test_text(NoTest reason);  ///< "labels differ"

/// Two logs of one sigma against each other.
struct PairComparison {
  std::size_t a = 0;  ///< places among the logs; a before b
  std::size_t b = 0;
  Dominance dominance;
  std::optional<PairedTest> test;
  NoTest no_test = NoTest::kIsTested;
  /// b minus a, with intervals that hold at all points of the curve at once; see compare_logs.
  std::vector<Estimate> p_a_change = {};                 ///< of P(votes / n >= p), at the points of the test
  std::vector<Estimate> certified_accuracy_change = {};  ///< at the radii
};

struct PairComparisonOptions {
  double confidence = 0.95;              ///< of the paired tests, each
  std::optional<std::vector<double>> p;  ///< compare distributions there only; absent: wherever one steps
  bool only_relation = false;            ///< of `dominance`, on all of [1/2, 1]: some ten times faster
  std::vector<std::size_t> groups = {};  ///< of each log; those of one group are not compared; empty: all are
};

/// Visits every pair of logs with the same sigma, by rising (a, b): noise of another strength makes p_A mean
/// another radius. `p_a` holds the distribution of each log. Pairs are compared on all cores and visited in
/// order, one after the other.
///
/// The paired test is simultaneous over at most 64 points that are fixed before the data are seen, dense near
/// 1. The first one is 1/2. Where a log of another program is in the pair, it is the least share of votes
/// that certifies: below it such logs do not tell which images reach p. The test counts the images whose
/// votes / n reach a point under one model only, which tells something about p_A where n is large. An image
/// that stopped after 30 votes without a miss would reach every point: for anytime records there is no test.
/// Nor is there one for logs that share no image, or that give different labels to an image they share: then
/// equal numbers do not mean the same image, and nothing is paired.
void compare_pairs(std::span<const LoadedLog> logs, std::span<const PaDistribution> p_a,
                   const PairComparisonOptions& options,
                   const std::function<void(const PairComparison&)>& visit);

/// How many pairs compare_pairs visits when no logs are of one group.
std::size_t pairs_of_one_sigma(std::span<const LoadedLog> logs);

}  // namespace certus
