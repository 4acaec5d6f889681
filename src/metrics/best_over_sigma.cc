#include "certus/metrics/best_over_sigma.h"

#include <algorithm>
#include <map>

namespace certus {

std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change) {
  std::vector<BestOverSigma> methods;
  std::map<std::string, std::vector<const LoadedLog*>> groups;
  for (const LoadedLog& loaded : logs) {
    if (!loaded.sigma.value || !loaded.log.has_radii()) continue;
    const std::string method = path_without_sigma(loaded.log.path);
    if (!groups.contains(method)) methods.push_back({.method = method});  // in the order given
    groups[method].push_back(&loaded);
  }
  for (BestOverSigma& method : methods) {
    auto& members = groups[method.method];
    std::stable_sort(members.begin(), members.end(),
                     [](const auto* a, const auto* b) { return *a->sigma.value < *b->sigma.value; });
    for (const double radius : radii) method.points.push_back({.radius = radius, .value = -1.0});
    for (const LoadedLog* loaded : members) {
      method.sigmas.push_back(*loaded->sigma.value);
      const auto curve = certified_accuracy_at(*loaded, change, radii, 0.95);
      for (std::size_t i = 0; i < radii.size(); ++i) {
        if (curve[i].value > method.points[i].value) {
          method.points[i].value = curve[i].value;
          method.points[i].sigma = *loaded->sigma.value;
        }
      }
    }
  }
  return methods;
}

}  // namespace certus
