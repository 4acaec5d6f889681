#include "certus/metrics/paired_change.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/paired_test.h"
#include "certus/metrics/shared_images.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

Estimate share_change(double at, std::int64_t only_a, std::int64_t only_b, std::int64_t images,
                      double confidence) {
  const double half = (1.0 - confidence) / 2.0;
  const Interval lost = clopper_pearson_interval(only_a, images, half);
  const Interval won = clopper_pearson_interval(only_b, images, half);
  return {at, static_cast<double>(only_b - only_a) / static_cast<double>(images), won.lower - lost.upper,
          won.upper - lost.lower};
}

double counted_radius(const CertificationLog& log, std::size_t row) {
  return log.is_correct(row) ? log.radius[row] : 0.0;
}

void check_same_images(const CertificationLog& a, const CertificationLog& b) {
  CERTUS_CHECK(a.rows() > 0 && a.rows() == b.rows() && shared_images(a, b) == std::ssize(a.idx));
}

}  // namespace

std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence) {
  check_same_images(a, b);
  CERTUS_CHECK(a.has_radii() && b.has_radii());
  std::vector<Estimate> changes;
  for (const double radius : radii) {
    const auto reaches = [&](const CertificationLog& log, std::size_t row) {
      return log.is_correct(row) && log.radius[row] >= radius;
    };
    std::int64_t only_a = 0;
    std::int64_t only_b = 0;
    each_shared_image(a, b, [&](std::size_t row_a, std::size_t row_b) {
      only_a += reaches(a, row_a) && !reaches(b, row_b) ? 1 : 0;
      only_b += reaches(b, row_b) && !reaches(a, row_a) ? 1 : 0;
    });
    changes.push_back(share_change(radius, only_a, only_b, std::ssize(a.idx), confidence));
  }
  return changes;
}

std::vector<Estimate> p_a_change(const CertificationLog& a, const CertificationLog& b, std::int64_t n,
                                 std::span<const double> grid, double confidence) {
  check_same_images(a, b);
  std::vector<Estimate> changes;
  for (const auto& point : paired_test(a, n, b, n, grid, 1.0 - confidence).points) {
    changes.push_back(share_change(point.p, point.only_a, point.only_b, std::ssize(a.idx), confidence));
  }
  return changes;
}

Estimate acr_change(const CertificationLog& a, const CertificationLog& b, double confidence) {
  check_same_images(a, b);
  CERTUS_CHECK(a.has_radii() && b.has_radii() && a.rows() >= 2);
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
