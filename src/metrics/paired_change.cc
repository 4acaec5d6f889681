#include "certus/metrics/paired_change.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/paired_counts.h"
#include "certus/metrics/shared_images.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

double counted_radius(const CertificationLog& log, std::size_t row) {
  return log.is_correct(row) ? log.radius[row] : 0.0;
}

}  // namespace

Estimate paired_change(double at, std::int64_t only_a, std::int64_t only_b, std::int64_t images,
                       double confidence) {
  CERTUS_CHECK(only_a >= 0 && only_b >= 0 && images > 0 && only_a + only_b <= images);
  const double half = (1.0 - confidence) / 2.0;
  const std::int64_t differing = only_a + only_b;
  const Interval share = clopper_pearson_interval(differing, images, half);
  const Interval part = differing > 0 ? clopper_pearson_interval(only_b, differing, half) : Interval{};
  // The change is (2 part - 1) share, which rises with the part, and with the share where it is positive.
  const double lean_least = 2.0 * part.lower - 1.0;
  const double lean_most = 2.0 * part.upper - 1.0;
  return {at, static_cast<double>(only_b - only_a) / static_cast<double>(images),
          lean_least * (lean_least < 0.0 ? share.upper : share.lower),
          lean_most * (lean_most > 0.0 ? share.upper : share.lower)};
}

double each_of_several(double confidence, std::size_t intervals) {
  return 1.0 - (1.0 - confidence) / static_cast<double>(intervals);
}

std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence) {
  CERTUS_CHECK(a.has_radii() && b.has_radii());
  std::vector<Estimate> changes;
  for (const double radius : radii) {
    const auto reaches = [&](const CertificationLog& log, std::size_t row) {
      return log.is_correct(row) && log.radius[row] >= radius;
    };
    std::int64_t images = 0;
    std::int64_t only_a = 0;
    std::int64_t only_b = 0;
    each_shared_image(a, b, [&](std::size_t row_a, std::size_t row_b) {
      ++images;
      only_a += reaches(a, row_a) && !reaches(b, row_b) ? 1 : 0;
      only_b += reaches(b, row_b) && !reaches(a, row_a) ? 1 : 0;
    });
    changes.push_back(paired_change(radius, only_a, only_b, images, confidence));
  }
  return changes;
}

std::vector<Estimate> p_a_change(const CertificationLog& a, const CertificationLog& b, std::int64_t n,
                                 std::span<const double> grid, double confidence) {
  const PairedCounts counts =
      count_pairs(a, reached_points(a, n, grid), b, reached_points(b, n, grid), grid.size());
  std::vector<Estimate> changes;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    changes.push_back(paired_change(grid[i], counts.only_a[i], counts.only_b[i], counts.images, confidence));
  }
  return changes;
}

Estimate acr_change(const CertificationLog& a, const CertificationLog& b, double confidence) {
  CERTUS_CHECK(a.has_radii() && b.has_radii());
  CERTUS_CHECK(a.rows() >= 2 && a.rows() == b.rows() && shared_images(a, b) == std::ssize(a.idx));
  const auto images = static_cast<double>(a.rows());
  double sum = 0.0;
  double squares = 0.0;
  each_shared_image(a, b, [&](std::size_t row_a, std::size_t row_b) {
    const double change = counted_radius(b, row_b) - counted_radius(a, row_a);
    sum += change;
    squares += change * change;
  });
  const double mean = sum / images;
  const double variance = std::max(0.0, squares - images * mean * mean) / (images - 1.0);
  const double reach = normal_upper_quantile((1.0 - confidence) / 2.0) * std::sqrt(variance / images);
  return {0.0, mean, mean - reach, mean + reach};
}

}  // namespace certus
