#include "certus/metrics/certified_accuracy.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {
namespace {

Estimate share(double at, std::int64_t count, std::size_t rows, double confidence) {
  const auto m = static_cast<std::int64_t>(rows);
  const Interval interval = clopper_pearson_interval(count, m, 1.0 - confidence);
  return {at, static_cast<double>(count) / static_cast<double>(m), interval.lower, interval.upper};
}

}  // namespace

std::vector<Estimate> certified_accuracy(const CertificationLog& log, std::span<const double> radii,
                                         double confidence) {
  CERTUS_CHECK(log.has_radii() && std::is_sorted(radii.begin(), radii.end()));
  // reached[i]: rows whose largest reached grid radius is radii[i - 1].
  std::vector<std::int64_t> reached(radii.size() + 1);
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (!log.is_correct(row)) continue;
    const auto at = std::upper_bound(radii.begin(), radii.end(), log.radius[row]);
    ++reached[static_cast<std::size_t>(at - radii.begin())];
  }
  std::vector<Estimate> curve(radii.size());
  std::int64_t count = 0;
  for (std::size_t i = radii.size(); i-- > 0;) {
    count += reached[i + 1];
    curve[i] = share(radii[i], count, log.rows(), confidence);
  }
  return curve;
}

Estimate clean_accuracy(const CertificationLog& log, double confidence) {
  std::int64_t correct = 0;
  for (std::size_t row = 0; row < log.rows(); ++row) correct += log.is_correct(row) ? 1 : 0;
  return share(0.0, correct, log.rows(), confidence);
}

std::int64_t abstentions(const CertificationLog& log) {
  return std::count(log.predicted.begin(), log.predicted.end(), CertificationLog::kAbstained);
}

}  // namespace certus
