#include "certus/metrics/paired_test.h"

#include <algorithm>

#include "certus/base/error.h"

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

namespace {

using Points = std::vector<PairedTest::Point>;
constexpr int kSides[] = {1, -1};

bool decides(const PairedTest::Point& point, int side, SignTest& test) {
  const bool is_ahead = side > 0 ? point.only_a > point.only_b : point.only_b > point.only_a;
  return is_ahead && test.rejects(point.only_a, point.only_a + point.only_b);
}

/// Decides for one side: the run, then the open points.
void decide(Points& points, int side, PairedSignTests& tests) {
  for (PairedTest::Point& point : points) {
    if (!decides(point, side, tests.of_run())) break;
    point.decided = side;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    const auto open = static_cast<std::size_t>(
        std::count_if(points.begin(), points.end(), [&](auto& point) { return point.decided != side; }));
    for (PairedTest::Point& point : points) {
      if (point.decided == side || !decides(point, side, tests.of_open(open))) continue;
      point.decided = side;
      has_changed = true;
    }
  }
}

/// Sets the decidable range and who leads from its start.
void set_ranges(PairedTest& test) {
  const Points& points = test.points;
  const auto first = std::find_if(points.begin(), points.end(), [](auto& p) { return p.decidable; });
  if (first == points.end()) return;
  const auto end = std::find_if(first, points.end(), [](auto& p) { return !p.decidable; });
  test.decidable = PInterval{first->p, std::prev(end)->p};
  if (first->decided == 0) return;
  const auto led = std::find_if(first, points.end(), [&](auto& p) { return p.decided != first->decided; });
  test.lead = PairedTest::Lead{first->decided, {first->p, std::prev(led)->p}};
}

std::vector<PInterval> crossings_of(const Points& points) {
  std::vector<PInterval> crossings;
  const PairedTest::Point* last = nullptr;
  for (const PairedTest::Point& point : points) {
    if (point.decided == 0) continue;
    if (last != nullptr && last->decided != point.decided) crossings.push_back({last->p, point.p});
    last = &point;
  }
  return crossings;
}

Verdict verdict_of(const PairedTest& test) {
  const auto is_above = [&](int side) {
    return std::any_of(test.points.begin(), test.points.end(), [&](auto& p) { return p.decided == side; });
  };
  if (is_above(1) && is_above(-1)) return Verdict::kCrosses;
  if (!test.lead || test.lead->range.to < test.decidable->to) return Verdict::kUndecided;
  return test.lead->side > 0 ? Verdict::kDominates : Verdict::kDominated;
}

}  // namespace

PairedSignTests::PairedSignTests(double delta, std::size_t points) {
  // A SignTest is two-sided: each side has half of its level.
  for (std::size_t open = 1; open <= points; ++open)
    tests_.emplace_back(2.0 * (delta / 4.0) / static_cast<double>(open));
}

PairedTest paired_test(const PairedCounts& counts, std::span<const double> grid, PairedSignTests& tests) {
  CERTUS_CHECK(!grid.empty() && counts.only_a.size() == grid.size() && counts.only_b.size() == grid.size());
  PairedTest test;
  test.images = counts.images;
  test.level = tests.of_run().level() / 2.0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const std::int64_t differing = counts.only_a[i] + counts.only_b[i];
    test.points.push_back({.p = grid[i],
                           .only_a = counts.only_a[i],
                           .only_b = counts.only_b[i],
                           .decidable = tests.of_run().rejects(differing, differing)});
  }
  for (const int side : kSides) decide(test.points, side, tests);
  set_ranges(test);
  test.crossings = crossings_of(test.points);
  test.verdict = verdict_of(test);
  return test;
}

PairedTest paired_test(const CertificationLog& a, std::int64_t n_a, const CertificationLog& b,
                       std::int64_t n_b, std::span<const double> grid, double delta) {
  PairedSignTests tests(delta, grid.size());
  const PairedCounts counts =
      count_pairs(a, reached_points(a, n_a, grid), b, reached_points(b, n_b, grid), grid.size());
  return paired_test(counts, grid, tests);
}

}  // namespace certus
