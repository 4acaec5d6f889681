#include "certus/metrics/log_comparison.h"

#include <algorithm>

#include "certus/metrics/grid.h"
#include "certus/metrics/group_comparison.h"

namespace certus {

LogComparison compare_logs(LogSet set, const LogComparisonOptions& options) {
  LogComparison found;
  found.set = std::move(set);
  found.confidence = options.confidence;
  const std::vector<LoadedLog>& logs = found.set.logs;
  found.best_over_sigma =
      best_over_sigma(logs, options.radii.empty() ? usual_radii(largest_radius_at(logs, {})) : options.radii);
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  found.images_stopped = !std::all_of(p_a.begin(), p_a.end(), [](auto& log) { return log.has_one_n(); });
  compare_pairs(logs, p_a, {.confidence = options.confidence, .p = options.p},
                [&](const PairComparison& pair) {
                  if (!are_of_one_group(found.set.groups, pair.a, pair.b)) found.pairs.push_back(pair);
                });
  return found;
}

}  // namespace certus
