#include "certus/metrics/log_comparison.h"

#include <algorithm>

#include "certus/metrics/grid.h"
#include "certus/metrics/group_comparison.h"
#include "certus/metrics/paired_change.h"

namespace certus {

namespace {

/// What changes from the first log of a pair to the second one, with a band for each curve.
void add_changes(PairComparison& pair, const std::vector<LoadedLog>& logs, std::span<const double> radii,
                 double confidence) {
  const double of_points = each_of_several(confidence, pair.test->points.size());
  for (const PairedTest::Point& point : pair.test->points) {
    pair.p_a_change.push_back(
        paired_change(point.p, point.only_a, point.only_b, pair.test->images, of_points));
  }
  pair.certified_accuracy_change = certified_accuracy_change(logs[pair.a].log, logs[pair.b].log, radii,
                                                             each_of_several(confidence, radii.size()));
}

}  // namespace

LogComparison compare_logs(LogSet set, const LogComparisonOptions& options) {
  LogComparison found;
  found.set = std::move(set);
  found.confidence = options.confidence;
  const std::vector<LoadedLog>& logs = found.set.logs;
  const std::vector<double> radii =
      options.radii.empty() ? usual_radii(largest_radius_at(logs, {})) : options.radii;
  found.best_over_sigma = best_over_sigma(logs, radii, {}, options.confidence);
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  found.images_stopped = !std::all_of(p_a.begin(), p_a.end(), [](auto& log) { return log.has_one_n(); });
  compare_pairs(logs, p_a, {.confidence = options.confidence, .p = options.p},
                [&](const PairComparison& pair) {
                  if (!are_of_one_group(found.set.groups, pair.a, pair.b)) found.pairs.push_back(pair);
                });
  if (found.pairs.size() > options.most_bands) return found;
  for (PairComparison& pair : found.pairs) {
    if (pair.test) add_changes(pair, logs, radii, options.confidence);
  }
  return found;
}

}  // namespace certus
