#include "certus/metrics/best_over_sigma.h"

#include <algorithm>
#include <map>

#include "certus/base/error.h"
#include "certus/record/log_path.h"

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

std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                                           std::span<const double> radii, const BudgetChange& change) {
  CERTUS_CHECK(logs.size() == methods.size());
  std::vector<BestOverSigma> best;
  std::map<std::string, std::map<double, std::vector<const LoadedLog*>>> by_sigma;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!logs[i].sigma.value || !logs[i].log.has_radii()) continue;
    if (!by_sigma.contains(methods[i])) best.push_back({.method = methods[i]});  // in the order given
    by_sigma[methods[i]][*logs[i].sigma.value].push_back(&logs[i]);
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

std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change) {
  std::vector<std::string> methods;
  for (const LoadedLog& loaded : logs) methods.push_back(method_path(loaded.log.path));
  return best_over_sigma(logs, methods, radii, change);
}

}  // namespace certus
