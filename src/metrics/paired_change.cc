#include "certus/metrics/paired_change.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/paired_counts.h"
#include "certus/metrics/shared_images.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

double counted_radius(const CertificationLog& log, std::size_t row) {
  return log.is_correct(row) ? log.radius_range(row).low : 0.0;
}

/// Whether an image is certified at a radius, as far as a rounded radius tells.
struct Reach {
  bool surely = false;
  bool possibly = false;
};
Reach reach_of(const CertificationLog& log, std::size_t row, double radius) {
  if (!log.is_correct(row)) return {};
  const UnroundedRange range = log.radius_range(row);
  return {.surely = range.low >= radius, .possibly = range.high >= radius};
}

}  // namespace

Estimate paired_change(double at, std::int64_t only_a, std::int64_t only_b, std::int64_t images,
                       double confidence) {
  const Interval change = paired_change_within({only_a, only_a}, {only_b, only_b}, images, confidence);
  return {at, static_cast<double>(only_b - only_a) / static_cast<double>(images), change.lower, change.upper};
}

Interval paired_change_within(CountRange only_a, CountRange only_b, std::int64_t images, double confidence) {
  CERTUS_CHECK(only_a.least >= 0 && only_a.most >= only_a.least && only_b.least >= 0 &&
               only_b.most >= only_b.least && images > 0 && only_a.least + only_b.least <= images);
  const double half = (1.0 - confidence) / 2.0;
  const auto part = [&](std::int64_t of_b, std::int64_t of_a) {
    return of_a + of_b > 0 ? clopper_pearson_interval(of_b, of_a + of_b, half) : Interval{};
  };
  const double share_least = clopper_pearson_interval(only_a.least + only_b.least, images, half).lower;
  const double share_most =
      clopper_pearson_interval(std::min(images, only_a.most + only_b.most), images, half).upper;
  // The change is (2 part - 1) share, which rises with the part, and with the share where it is positive.
  const double lean_least = 2.0 * part(only_b.least, only_a.most).lower - 1.0;
  const double lean_most = 2.0 * part(only_b.most, only_a.least).upper - 1.0;
  return {lean_least * (lean_least < 0.0 ? share_most : share_least),
          lean_most * (lean_most > 0.0 ? share_most : share_least)};
}

double each_of_several(double confidence, std::size_t intervals) {
  return 1.0 - (1.0 - confidence) / static_cast<double>(intervals);
}

std::vector<Estimate> certified_accuracy_change(const CertificationLog& a, const CertificationLog& b,
                                                std::span<const double> radii, double confidence) {
  CERTUS_CHECK(a.has_radii() && b.has_radii());
  std::vector<Estimate> changes;
  for (const double radius : radii) {
    std::int64_t images = 0;
    std::int64_t gain = 0;
    CountRange only_a;
    CountRange only_b;
    each_shared_image(a, b, [&](std::size_t row_a, std::size_t row_b) {
      const Reach in_a = reach_of(a, row_a, radius);
      const Reach in_b = reach_of(b, row_b, radius);
      ++images;
      gain += (in_b.surely ? 1 : 0) - (in_a.surely ? 1 : 0);
      only_a.least += in_a.surely && !in_b.possibly ? 1 : 0;
      only_a.most += in_a.possibly && !in_b.surely ? 1 : 0;
      only_b.least += in_b.surely && !in_a.possibly ? 1 : 0;
      only_b.most += in_b.possibly && !in_a.surely ? 1 : 0;
    });
    const Interval change = paired_change_within(only_a, only_b, images, confidence);
    changes.push_back(
        {radius, static_cast<double>(gain) / static_cast<double>(images), change.lower, change.upper});
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
