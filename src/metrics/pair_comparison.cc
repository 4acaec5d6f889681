#include "certus/metrics/pair_comparison.h"

#include <algorithm>
#include <atomic>
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
  const std::vector<double> test_grid = probit_grid(kTestPoints, kTestTop);
  std::vector<std::vector<std::uint32_t>> reached;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    reached.push_back(p_a[i].has_one_n() ? reached_points(logs[i].log, p_a[i].n(), test_grid)
                                         : std::vector<std::uint32_t>());
  }
  const std::vector<std::size_t> images = same_images(logs);
  const auto compared = [&](std::size_t a, std::size_t b, SignTest& sign_test) {
    PairComparison pair{.a = a, .b = b, .dominance = {}, .test = {}};
    if (options.only_relation)
      pair.dominance.relation = relation_between(p_a[a], p_a[b]);
    else
      pair.dominance =
          compare_distributions(p_a[a], p_a[b], options.p ? *options.p : joint_steps(p_a[a], p_a[b]));
    const CertificationLog& log_a = logs[a].log;
    const CertificationLog& log_b = logs[b].log;
    if (!p_a[a].has_one_n() || !p_a[b].has_one_n()) {
      pair.no_test = NoTest::kImagesStopped;
    } else if (images[a] == images[b]) {
      pair.test = paired_test(reached[a], reached[b], test_grid, sign_test);
    } else if ((pair.no_test = why_untested(log_a, log_b)) == NoTest::kIsTested) {
      pair.test = paired_test(log_a, reached[a], log_b, reached[b], test_grid, sign_test);
    }
    return pair;
  };

  const std::vector<Places> pairs = pairs_to_compare(logs, options.groups);
  // A batch holds what its pairs found until they are visited; few pairs are not worth a thread.
  constexpr std::size_t kBatch = 256;
  const auto cores = static_cast<std::size_t>(std::max(1U, std::thread::hardware_concurrency()));
  ThreadPool pool(static_cast<int>(std::clamp<std::size_t>(pairs.size() / 4, 1, cores)));
  std::vector<SignTest> sign_tests(
      static_cast<std::size_t>(pool.size()),
      SignTest((1.0 - options.confidence) / static_cast<double>(test_grid.size())));
  std::vector<PairComparison> found;
  for (std::size_t first = 0; first < pairs.size(); first += kBatch) {
    found.assign(std::min(kBatch, pairs.size() - first), {});
    std::atomic<std::size_t> next = 0;
    pool.run([&](int worker) {
      SignTest& sign_test = sign_tests[static_cast<std::size_t>(worker)];
      for (std::size_t i = next++; i < found.size(); i = next++)
        found[i] = compared(pairs[first + i].first, pairs[first + i].second, sign_test);
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
