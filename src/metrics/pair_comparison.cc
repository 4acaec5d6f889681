#include "certus/metrics/pair_comparison.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/thread_pool.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/shared_images.h"

namespace certus {
namespace {

/// The grid ends at z = 3.8, where n = 100,000 ends.
constexpr int kTestPoints = 64;
constexpr double kTestTop = 3.8;

/// The least p of which a log tells for every image whether its votes / n reach it. Logs of other programs
/// have no votes of images that were not certified. Their shares lie below the least one that certifies.
double known_from(const LoadedLog& loaded) {
  if (loaded.log.has_counts()) return 0.5;
  const Budget budget = loaded.budget();
  const std::int64_t certifies = k_min(0.0, budget).value_or(budget.n);
  return static_cast<double>(certifies) / static_cast<double>(budget.n);
}

/// The points of the test that two logs know, and how many of them the rows of each log reach.
struct TestGrid {
  std::vector<double> points;
  std::vector<std::vector<std::uint32_t>> reached;  ///< by log; empty where it knows less, or images stopped
};

std::vector<double> test_points(double from) {
  std::vector<double> points = probit_grid(kTestPoints, kTestTop);
  points.erase(points.begin(), std::upper_bound(points.begin(), points.end(), from));
  points.insert(points.begin(), from);
  return points;
}

/// The grids of all pairs, by their first point.
class TestGrids {
 public:
  TestGrids(std::span<const LoadedLog> logs, std::span<const PaDistribution> p_a) {
    for (std::size_t i = 0; i < logs.size(); ++i) {
      known_from_.push_back(p_a[i].has_one_n() ? known_from(logs[i]) : 1.0);
      if (p_a[i].has_one_n()) grids_.try_emplace(known_from_.back());
    }
    for (auto& [from, grid] : grids_) {
      grid.points = test_points(from);
      for (std::size_t i = 0; i < logs.size(); ++i) {
        const bool is_known = p_a[i].has_one_n() && known_from_[i] <= from;
        grid.reached.push_back(is_known ? reached_points(logs[i].log, p_a[i].n(), grid.points)
                                        : std::vector<std::uint32_t>());
      }
    }
  }
  const TestGrid& of(std::size_t a, std::size_t b) const {
    return grids_.at(std::max(known_from_[a], known_from_[b]));
  }

 private:
  std::vector<double> known_from_;
  std::map<double, TestGrid> grids_;
};

NoTest why_untested(const CertificationLog& a, const CertificationLog& b) {
  if (shared_images(a, b) == 0) return NoTest::kNoSharedImages;
  return differing_labels(a, b) > 0 ? NoTest::kLabelsDiffer : NoTest::kIsTested;
}

/// For each log the first one that has the same images, with the same labels, in the same rows.
std::vector<std::size_t> same_images(std::span<const LoadedLog> logs) {
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    std::size_t first = i;
    for (std::size_t k = 0; k < i && first == i; ++k) {
      if (firsts[k] == k && logs[k].log.idx == logs[i].log.idx && logs[k].log.label == logs[i].log.label)
        first = k;
    }
    firsts.push_back(first);
  }
  return firsts;
}

using Places = std::pair<std::size_t, std::size_t>;

std::vector<Places> pairs_to_compare(std::span<const LoadedLog> logs, std::span<const std::size_t> groups) {
  std::vector<Places> pairs;
  for (std::size_t a = 0; a < logs.size(); ++a) {
    for (std::size_t b = a + 1; b < logs.size(); ++b) {
      if (*logs[a].sigma.value != *logs[b].sigma.value) continue;
      if (groups.empty() || groups[a] != groups[b]) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

}  // namespace

std::string no_test_text(NoTest reason) {
  switch (reason) {
    case NoTest::kIsTested:
      return "";
    case NoTest::kImagesStopped:
      return "images stopped";
    case NoTest::kNoSharedImages:
      return "no shared images";
    case NoTest::kLabelsDiffer:
      return "labels differ";
  }
  return "";
}

void compare_pairs(std::span<const LoadedLog> logs, std::span<const PaDistribution> p_a,
                   const PairComparisonOptions& options,
                   const std::function<void(const PairComparison&)>& visit) {
  CERTUS_CHECK(logs.size() == p_a.size());
  CERTUS_CHECK(options.groups.empty() || options.groups.size() == logs.size());
  const TestGrids grids(logs, p_a);
  const std::vector<std::size_t> images = same_images(logs);
  const auto compared = [&](std::size_t a, std::size_t b, PairedSignTests& tests) {
    PairComparison pair{.a = a, .b = b, .dominance = {}, .test = {}};
    if (options.only_relation)
      pair.dominance.relation = relation_between(p_a[a], p_a[b]);
    else
      pair.dominance =
          compare_distributions(p_a[a], p_a[b], options.p ? *options.p : joint_steps(p_a[a], p_a[b]));
    const bool has_same_images = images[a] == images[b];
    if (!p_a[a].has_one_n() || !p_a[b].has_one_n()) {
      pair.no_test = NoTest::kImagesStopped;
    } else if (!has_same_images) {
      pair.no_test = why_untested(logs[a].log, logs[b].log);
    }
    if (pair.no_test != NoTest::kIsTested) return pair;
    const TestGrid& grid = grids.of(a, b);
    const std::size_t points = grid.points.size();
    pair.test = paired_test(
        has_same_images ? count_pairs(grid.reached[a], grid.reached[b], points)
                        : count_pairs(logs[a].log, grid.reached[a], logs[b].log, grid.reached[b], points),
        grid.points, tests);
    return pair;
  };

  const std::vector<Places> pairs = pairs_to_compare(logs, options.groups);
  // A batch holds what its pairs found until they are visited; few pairs are not worth a thread.
  constexpr std::size_t kBatch = 256;
  const auto cores = static_cast<std::size_t>(std::max(1U, std::thread::hardware_concurrency()));
  ThreadPool pool(static_cast<int>(std::clamp<std::size_t>(pairs.size() / 4, 1, cores)));
  std::vector<PairedSignTests> sign_tests(static_cast<std::size_t>(pool.size()),
                                          PairedSignTests(1.0 - options.confidence, kTestPoints));
  std::vector<PairComparison> found;
  for (std::size_t first = 0; first < pairs.size(); first += kBatch) {
    found.assign(std::min(kBatch, pairs.size() - first), {});
    std::atomic<std::size_t> next = 0;
    pool.run([&](int worker) {
      PairedSignTests& tests = sign_tests[static_cast<std::size_t>(worker)];
      for (std::size_t i = next++; i < found.size(); i = next++)
        found[i] = compared(pairs[first + i].first, pairs[first + i].second, tests);
    });
    for (const PairComparison& pair : found) visit(pair);
  }
}

std::size_t pairs_of_one_sigma(std::span<const LoadedLog> logs) {
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < logs.size(); ++a) {
    for (std::size_t b = a + 1; b < logs.size(); ++b) pairs += logs[a].sigma.value == logs[b].sigma.value;
  }
  return pairs;
}

}  // namespace certus
