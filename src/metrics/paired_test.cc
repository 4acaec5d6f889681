#include "certus/metrics/paired_test.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/shared_images.h"

namespace certus {

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kDominates:
      return "dominates";
    case Verdict::kDominated:
      return "dominated";
    case Verdict::kCrosses:
      return "crosses";
    case Verdict::kUndecided:
      return "undecided";
  }
  return "";
}

std::vector<std::uint32_t> reached_points(const CertificationLog& log, std::int64_t n,
                                          std::span<const double> grid) {
  CERTUS_CHECK(log.has_one_n() && !grid.empty() && std::is_sorted(grid.begin(), grid.end()));
  std::vector<std::uint32_t> reached;
  reached.reserve(log.rows());
  for (const std::int64_t votes : log.label_votes) {
    const double p = static_cast<double>(votes) / static_cast<double>(n);  // unknown votes: below 0
    reached.push_back(
        static_cast<std::uint32_t>(std::upper_bound(grid.begin(), grid.end(), p) - grid.begin()));
  }
  return reached;
}

PairedTest paired_test(const CertificationLog& a, std::int64_t n_a, const CertificationLog& b,
                       std::int64_t n_b, std::span<const double> grid, double delta) {
  SignTest sign_test(delta / static_cast<double>(grid.size()));
  return paired_test(a, reached_points(a, n_a, grid), b, reached_points(b, n_b, grid), grid, sign_test);
}

namespace {

/// Images by the points at which they begin, and cease, to be reached by one model only.
class DifferingPoints {
 public:
  explicit DifferingPoints(std::size_t points) : a_starts(points + 1), b_starts(points + 1) {}
  /// An image reaches the grid points up to its p. Where the two models reach different points, the points
  /// between them differ.
  void add(std::uint32_t by_a, std::uint32_t by_b) {
    ++images;
    auto& starts = by_a > by_b ? a_starts : b_starts;
    ++starts[std::min(by_a, by_b)];
    --starts[std::max(by_a, by_b)];
  }

  std::int64_t images = 0;
  std::vector<std::int64_t> a_starts;
  std::vector<std::int64_t> b_starts;
};

PairedTest test_of(const DifferingPoints& differing_points, std::span<const double> grid,
                   SignTest& sign_test) {
  PairedTest test;
  test.level = sign_test.level();
  test.images = differing_points.images;
  std::int64_t only_a = 0;
  std::int64_t only_b = 0;
  int last_side = 0;
  double last_decided = 0.5;
  bool a_above = false;
  bool b_above = false;
  bool a_everywhere = true;
  bool b_everywhere = true;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    only_a += differing_points.a_starts[i];
    only_b += differing_points.b_starts[i];
    PairedTest::Point point{.p = grid[i], .only_a = only_a, .only_b = only_b};
    const std::int64_t differing = only_a + only_b;
    point.decidable = sign_test.rejects(differing, differing);
    if (sign_test.rejects(only_a, differing)) point.decided = only_a > only_b ? 1 : -1;
    if (point.decided != 0) {
      if (point.decided == -last_side) test.crossings.push_back({last_decided, point.p});
      last_side = point.decided;
      last_decided = point.p;
    }
    a_above = a_above || point.decided > 0;
    b_above = b_above || point.decided < 0;
    a_everywhere = a_everywhere && only_a >= only_b && (point.decided > 0 || !point.decidable);
    b_everywhere = b_everywhere && only_b >= only_a && (point.decided < 0 || !point.decidable);
    test.points.push_back(point);
  }
  if (a_above && b_above)
    test.verdict = Verdict::kCrosses;
  else if (a_above && a_everywhere)
    test.verdict = Verdict::kDominates;
  else if (b_above && b_everywhere)
    test.verdict = Verdict::kDominated;
  return test;
}

}  // namespace

PairedTest paired_test(const CertificationLog& a, std::span<const std::uint32_t> reached_a,
                       const CertificationLog& b, std::span<const std::uint32_t> reached_b,
                       std::span<const double> grid, SignTest& sign_test) {
  CERTUS_CHECK(reached_a.size() == a.rows() && reached_b.size() == b.rows());
  DifferingPoints points(grid.size());
  each_shared_image(
      a, b, [&](std::size_t row_a, std::size_t row_b) { points.add(reached_a[row_a], reached_b[row_b]); });
  return test_of(points, grid, sign_test);
}

PairedTest paired_test(std::span<const std::uint32_t> reached_a, std::span<const std::uint32_t> reached_b,
                       std::span<const double> grid, SignTest& sign_test) {
  CERTUS_CHECK(reached_a.size() == reached_b.size());
  DifferingPoints points(grid.size());
  for (std::size_t row = 0; row < reached_a.size(); ++row) points.add(reached_a[row], reached_b[row]);
  return test_of(points, grid, sign_test);
}

}  // namespace certus
