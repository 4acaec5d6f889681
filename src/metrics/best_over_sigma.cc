#include "certus/metrics/best_over_sigma.h"

#include <cmath>
#include <map>

#include "certus/logs/log_path.h"
#include "certus/metrics/selected_share.h"

namespace certus {
namespace {

/// Certified accuracy at the radii of the seeds of one sigma.
struct SeedCurves {
  std::vector<std::vector<Estimate>> curves;
  std::vector<std::int64_t> images;

  double mean(std::size_t i) const {
    double sum = 0.0;
    for (const auto& curve : curves) sum += curve[i].value;
    return sum / static_cast<double>(curves.size());
  }
  Candidate counts(std::size_t i) const {
    Candidate counts;
    for (std::size_t seed = 0; seed < curves.size(); ++seed) {
      const auto of_images = static_cast<double>(images[seed]);
      counts.push_back({std::llround(curves[seed][i].value * of_images), images[seed]});
    }
    return counts;
  }
};

SeedCurves curves_of(const std::vector<const LoadedLog*>& logs, std::span<const double> radii,
                     const BudgetChange& change, double confidence) {
  SeedCurves seeds;
  for (const LoadedLog* loaded : logs) {
    seeds.curves.push_back(certified_accuracy_at(*loaded, change, radii, confidence));
    seeds.images.push_back(static_cast<std::int64_t>(loaded->log.rows()));
  }
  return seeds;
}

/// The best of the sigmas at a radius, the i-th one.
BestOverSigma::Point best_at(const std::vector<double>& sigmas, const std::vector<SeedCurves>& curves,
                             double radius, std::size_t i) {
  BestOverSigma::Point best{.radius = radius, .value = -1.0};
  for (std::size_t k = 0; k < sigmas.size(); ++k) {
    if (curves[k].mean(i) <= best.value) continue;
    best.value = curves[k].mean(i);
    best.sigma = sigmas[k];
  }
  return best;
}

}  // namespace

std::vector<BestOverSigma> best_over_sigma(std::span<const LoadedLog> logs, std::span<const double> radii,
                                           const BudgetChange& change, double confidence) {
  std::vector<BestOverSigma> best;
  std::map<std::string, std::map<double, std::vector<const LoadedLog*>>> by_sigma;
  for (const LoadedLog& loaded : logs) {
    if (!loaded.sigma.value || !loaded.log.has_radii()) continue;
    const std::string method = method_path(loaded.log.path);
    if (!by_sigma.contains(method)) best.push_back({.method = method});  // in the order given
    by_sigma[method][*loaded.sigma.value].push_back(&loaded);
  }
  for (BestOverSigma& method : best) {
    std::vector<SeedCurves> curves;
    for (const auto& [sigma, seeds] : by_sigma[method.method]) {
      method.sigmas.push_back(sigma);
      curves.push_back(curves_of(seeds, radii, change, confidence));
    }
    for (std::size_t i = 0; i < radii.size(); ++i) {
      method.points.push_back(best_at(method.sigmas, curves, radii[i], i));
      if (!change.is_empty()) continue;
      std::vector<Candidate> candidates;
      for (const SeedCurves& seeds : curves) candidates.push_back(seeds.counts(i));
      method.points.back().interval = interval_of_largest(candidates, 1.0 - confidence);
    }
  }
  return best;
}

}  // namespace certus
