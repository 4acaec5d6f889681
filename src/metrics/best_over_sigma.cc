#include "certus/metrics/best_over_sigma.h"

#include <algorithm>
#include <map>

#include "certus/logs/log_path.h"

namespace certus {
namespace {

/// Certified accuracy at the radii, the mean over logs.
std::vector<double> mean_accuracy(const std::vector<const LoadedLog*>& logs, std::span<const double> radii,
                                  const BudgetChange& change) {
  std::vector<double> mean(radii.size(), 0.0);
  for (const LoadedLog* loaded : logs) {
    const auto curve = certified_accuracy_at(*loaded, change, radii, 0.95);
    for (std::size_t i = 0; i < radii.size(); ++i) mean[i] += curve[i].value;
  }
  for (double& value : mean) value /= static_cast<double>(logs.size());
  return mean;
}

}  // namespace

std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change) {
  std::vector<BestOverSigma> best;
  std::map<std::string, std::map<double, std::vector<const LoadedLog*>>> by_sigma;
  for (const LoadedLog& loaded : logs) {
    if (!loaded.sigma.value || !loaded.log.has_radii()) continue;
    const std::string method = method_path(loaded.log.path);
    if (!by_sigma.contains(method)) best.push_back({.method = method});  // in the order given
    by_sigma[method][*loaded.sigma.value].push_back(&loaded);
  }
  for (BestOverSigma& method : best) {
    for (const double radius : radii) method.points.push_back({.radius = radius, .value = -1.0});
    for (const auto& [sigma, seeds] : by_sigma[method.method]) {
      method.sigmas.push_back(sigma);
      const auto values = mean_accuracy(seeds, radii, change);
      for (std::size_t i = 0; i < radii.size(); ++i) {
        if (values[i] > method.points[i].value) {
          method.points[i].value = values[i];
          method.points[i].sigma = sigma;
        }
      }
    }
  }
  return best;
}

}  // namespace certus
