#include "certus/metrics/acr.h"

#include "certus/base/error.h"

namespace certus {
namespace {

/// Mean of correct * radius_of(row).
template <typename RadiusOf>
double mean_of_correct(const CertificationLog& log, RadiusOf radius_of) {
  CERTUS_CHECK(log.has_radii() && log.rows() > 0);
  double sum = 0.0;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_correct(row)) sum += radius_of(row);
  }
  return sum / static_cast<double>(log.rows());
}

}  // namespace

double average_certified_radius(const CertificationLog& log) {
  return mean_of_correct(log, [&](std::size_t row) { return log.radius_range(row).low; });
}

double most_average_radius(const CertificationLog& log) {
  return mean_of_correct(log, [&](std::size_t row) { return log.radius_range(row).high; });
}

double printed_average_radius(const CertificationLog& log) {
  return mean_of_correct(log, [&](std::size_t row) { return log.radius[row]; });
}

}  // namespace certus
