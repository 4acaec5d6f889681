#include "certus/stats/ecdf_band.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"

namespace certus {

double ecdf_band_half_width(std::int64_t m, double delta) {
  CERTUS_CHECK(m >= 1 && delta > 0.0 && delta < 1.0);
  return std::min(1.0, std::sqrt(std::log(2.0 / delta) / (2.0 * static_cast<double>(m))));
}

}  // namespace certus
