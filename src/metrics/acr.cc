#include "certus/metrics/acr.h"

#include "certus/base/error.h"

namespace certus {

double average_certified_radius(const CertificationLog& log) {
  CERTUS_CHECK(log.has_radii() && log.rows() > 0);
  double sum = 0.0;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_correct(row)) sum += log.radius[row];
  }
  return sum / static_cast<double>(log.rows());
}

}  // namespace certus
