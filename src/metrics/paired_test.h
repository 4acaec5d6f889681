#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/dominance.h"
#include "certus/stats/binomial_test.h"

namespace certus {

/// How surely one model's p_A distribution lies above the other's, as far as these test images can tell.
enum class Verdict { kDominates, kDominated, kCrosses, kUndecided };
std::string verdict_text(Verdict verdict);

struct PairedTest {
  struct Point {
    double p = 0.5;
    std::int64_t only_a = 0;  ///< images where A reaches p and B does not
    std::int64_t only_b = 0;
    int decided = 0;         ///< +1: A is above, -1: B is above, 0: not decided at this point
    bool decidable = false;  ///< enough differing images that a one-sided split would decide
  };
  Verdict verdict = Verdict::kUndecided;
  std::int64_t images = 0;  ///< in both logs
  double level = 0.0;       ///< of each single test
  std::vector<Point> points;
  std::vector<PInterval> crossings;  ///< between which decided points the side changes
};

/// Paired comparison of two logs on the images they share, simultaneous over a fixed grid of p.
///
/// At each p the images that reach p under one model only are split between the two like fair coins if
/// P_A(p) = P_B(p): an exact sign test (McNemar), two-sided, at level delta / #grid. By the union bound all
/// points decided as "above" are right at once with probability at least 1 - delta over the images. The
/// verdict is
///   crosses    A is above somewhere and B is above somewhere;
///   dominates  A is above at every p where the images could decide at all, and nowhere behind in the counts;
///   dominated  the same with A and B exchanged;
///   undecided  otherwise.
/// Rows whose votes are unknown do not reach any p >= 1/2.
PairedTest paired_test(const CertificationLog& a, std::int64_t n_a, const CertificationLog& b,
                       std::int64_t n_b, std::span<const double> grid, double delta);

/// How many points of a rising grid the p_A of each row reaches: all that the test takes from a log.
std::vector<std::uint32_t> reached_points(const CertificationLog& log, std::int64_t n,
                                          std::span<const double> grid);

/// The same test from reached_points of both logs, which serve all the pairs a log is in, and with the test
/// of a single point, which serves all pairs.
/// @param sign_test  of level delta / #grid
PairedTest paired_test(const CertificationLog& a, std::span<const std::uint32_t> reached_a,
                       const CertificationLog& b, std::span<const std::uint32_t> reached_b,
                       std::span<const double> grid, SignTest& sign_test);

/// The same for logs that have the same images in the same rows.
PairedTest paired_test(std::span<const std::uint32_t> reached_a, std::span<const std::uint32_t> reached_b,
                       std::span<const double> grid, SignTest& sign_test);

}  // namespace certus
