#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/dominance.h"
#include "certus/metrics/paired_counts.h"
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
    bool decidable = false;  ///< enough differing images that a test could decide if all were one model's
  };
  /// One model is above the other at every point of `range`.
  struct Lead {
    int side = 0;  ///< +1: A, -1: B
    PInterval range;
  };
  Verdict verdict = Verdict::kUndecided;
  std::int64_t images = 0;  ///< in both logs
  double level = 0.0;       ///< of each one-sided test of the run from the first point
  std::vector<Point> points;
  std::optional<PInterval> decidable;  ///< the first unbroken range of decidable points
  std::optional<Lead> lead;            ///< from the start of that range; empty: not decided there
  std::vector<PInterval> crossings;    ///< between which decided points the side changes
};

/// The sign tests of one failure probability delta and one number of points, which serve all pairs. Not safe
/// for several threads.
class PairedSignTests {
 public:
  /// @param delta  in (0, 1)
  PairedSignTests(double delta, std::size_t points);
  SignTest& of_run() { return of_open(1); }
  /// The test of each open point, of which there are `points`.
  SignTest& of_open(std::size_t points) { return tests_[points - 1]; }

 private:
  std::vector<SignTest> tests_;
};

/// Paired comparison of two logs on the images they share, on a grid of p that is fixed beforehand.
///
/// "A is above B at p" means P(votes_A / n_A >= p) > P(votes_B / n_B >= p), over images of the distribution
/// that the test images come from and over the noise of their votes. Where it is false, each of the d images
/// that reach p in one log only falls to A with probability at most 1/2. So the one-sided sign test, which
/// accepts it when P[Bin(d, 1/2) >= only_a] <= eps, errs with probability at most eps.
///
/// For each model there are two steps, with eps = delta / 4 each.
///
/// 1. The *run*. From the first point upward it decides for the model as long as each test, at level eps,
///    does. With probability at least 1 - eps all of these decisions are right, although the level is not
///    divided by the number of points and the length of the run depends on the data.
///    Proof. Let t be the first point where the model is not above. Decisions before t are right. A wrong
///    one requires that the run gets past t, so that the test at t accepts a false statement: probability at
///    most eps. [] (An intersection-union test, Berger 1982, as a fixed sequence.)
/// 2. The *open points*, u of them, that the run left. Those whose test at level eps / u decides are decided,
///    u falls, and so on until nothing changes (Holm 1979). If the run is right, these decisions, too, are
///    all right with probability at least 1 - eps.
///    Proof. Of the k points where the model is not above, none was decided by the run. Before the first
///    wrong decision all of them are open, so u >= k, and the wrong decision is at a level of at most eps /
///    k. The union over k tests has probability at most eps. []
///
/// However the tests depend on each other, all decisions of a pair are right with probability at least
/// 1 - delta (four times eps). The verdict follows from them:
///   crosses    A is above somewhere and B is above somewhere;
///   dominates  A is above on the whole decidable range, which `lead.range` then is, and B nowhere;
///   dominated  the same with A and B exchanged;
///   undecided  otherwise; `lead` still holds where there is one.
/// Beyond these ranges nothing is said. The decidable range may depend on the data, because it only chooses
/// the word: what is claimed are the decisions.
/// @param tests  for as many points
PairedTest paired_test(const PairedCounts& counts, std::span<const double> grid, PairedSignTests& tests);

/// The same from two logs.
PairedTest paired_test(const CertificationLog& a, std::int64_t n_a, const CertificationLog& b,
                       std::int64_t n_b, std::span<const double> grid, double delta);

}  // namespace certus
