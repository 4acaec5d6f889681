#include "certus/noise/grid_thresholds.h"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "certus/base/error.h"

namespace certus {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_quad;
static_assert(std::numeric_limits<Wide>::digits == 113);

const Wide kUnit = ldexp(Wide(1), -113);

/// 1/2 - S / (E sqrt(2 pi)) = Phi(-t) for t >= 0. The sums end where every further term is less than half the
/// term before it, so that the omitted rest is less than the last term.
Wide lower_tail(const Wide& t) {
  static const Wide kSqrtTwoPi("2.50662827463100050241576528481104525300698674060993831662992357634");
  const Wide square = t * t;
  Wide term = t;
  Wide odd_sum = t;
  for (int k = 1; term > kUnit * odd_sum || square > k; ++k) {
    term *= square;
    term /= 2 * k + 1;
    odd_sum += term;
  }
  Wide power = 1;
  Wide exponential = 1;
  for (int k = 1; power > kUnit * exponential || square > k; ++k) {
    power *= square;
    power /= 2 * k;
    exponential += power;
  }
  return Wide(0.5) - odd_sum / (exponential * kSqrtTwoPi);
}

}  // namespace

std::vector<Threshold> grid_thresholds(double sigma) {
  if (!(sigma >= 0.001 && sigma <= 16.0)) {
    fail(ErrorKind::kConfig, "sigma is ", sigma,
         ": noise on the 8-bit grid is drawn for sigma in [0.001, 16]");
  }
  const Wide scale = ldexp(Wide(1), kGridBits);
  const Wide allowed = ldexp(Wide(1), -30);
  const Wide width = Wide(510) * Wide(sigma);  // 53 and 9 bits: exact
  std::vector<Threshold> thresholds;
  for (int j = 1;; ++j) {
    const Wide d = scale * lower_tail(Wide(2 * j - 1) / width);
    const Wide low = floor(Wide(d - allowed));
    const Wide high = ceil(Wide(d + allowed));
    if (high <= 1) break;
    thresholds.push_back({static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)});
  }
  thresholds.push_back({.low = 0, .high = 1});
  return thresholds;
}

}  // namespace certus
