#include "certus/metrics/certified_accuracy.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {
namespace {

/// The share of images that surely count; `most` may count.
Estimate share(double at, std::int64_t count, std::int64_t most, std::size_t rows, double confidence) {
  const auto m = static_cast<std::int64_t>(rows);
  return {at, static_cast<double>(count) / static_cast<double>(m),
          clopper_pearson_interval(count, m, 1.0 - confidence).lower,
          clopper_pearson_interval(most, m, 1.0 - confidence).upper};
}

/// How many correct images reach each of the rising radii.
template <typename RadiusOf>
std::vector<std::int64_t> images_reaching(const CertificationLog& log, std::span<const double> radii,
                                          RadiusOf radius_of) {
  std::vector<std::int64_t> reaching(radii.size() + 1);
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (!log.is_correct(row)) continue;
    const auto beyond = std::upper_bound(radii.begin(), radii.end(), radius_of(log.radius_range(row)));
    if (beyond != radii.begin()) ++reaching[static_cast<std::size_t>(beyond - radii.begin()) - 1];
  }
  for (std::size_t i = radii.size(); i-- > 0;) reaching[i] += reaching[i + 1];
  return reaching;
}

}  // namespace

std::vector<Estimate> certified_accuracy(const CertificationLog& log, std::span<const double> radii,
                                         double confidence) {
  CERTUS_CHECK(log.has_radii() && std::is_sorted(radii.begin(), radii.end()));
  const auto proven = images_reaching(log, radii, [](const UnroundedRange& range) { return range.low; });
  const auto possible = images_reaching(log, radii, [](const UnroundedRange& range) { return range.high; });
  std::vector<Estimate> curve;
  for (std::size_t i = 0; i < radii.size(); ++i)
    curve.push_back(share(radii[i], proven[i], possible[i], log.rows(), confidence));
  return curve;
}

Estimate clean_accuracy(const CertificationLog& log, double confidence) {
  std::int64_t correct = 0;
  for (std::size_t row = 0; row < log.rows(); ++row) correct += log.is_correct(row) ? 1 : 0;
  return share(0.0, correct, correct, log.rows(), confidence);
}

std::int64_t abstentions(const CertificationLog& log) {
  return std::count(log.predicted.begin(), log.predicted.end(), CertificationLog::kAbstained);
}

}  // namespace certus
