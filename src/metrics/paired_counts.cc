#include "certus/metrics/paired_counts.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/metrics/shared_images.h"

namespace certus {

std::vector<std::uint32_t> reached_points(const CertificationLog& log, std::int64_t n,
                                          std::span<const double> grid) {
  CERTUS_CHECK(log.has_one_n() && !grid.empty() && std::is_sorted(grid.begin(), grid.end()));
  std::vector<std::uint32_t> reached;
  reached.reserve(log.rows());
  for (const std::int64_t votes : log.label_votes) {
    const double p = static_cast<double>(votes) / static_cast<double>(n);  // unknown votes: below 0
    reached.push_back(
        static_cast<std::uint32_t>(std::upper_bound(grid.begin(), grid.end(), p) - grid.begin()));
  }
  return reached;
}

namespace {

/// Images by the points at which they begin, and cease, to be reached by one log only.
class DifferingPoints {
 public:
  explicit DifferingPoints(std::size_t points) : a_starts_(points + 1), b_starts_(points + 1) {}

  /// An image reaches the grid points up to its p. Where the two logs reach different points, the points
  /// between them differ.
  void add(std::uint32_t by_a, std::uint32_t by_b) {
    ++images_;
    auto& starts = by_a > by_b ? a_starts_ : b_starts_;
    ++starts[std::min(by_a, by_b)];
    --starts[std::max(by_a, by_b)];
  }

  PairedCounts counts() const {
    PairedCounts counts{.images = images_, .only_a = {}, .only_b = {}};
    std::int64_t only_a = 0;
    std::int64_t only_b = 0;
    for (std::size_t i = 0; i + 1 < a_starts_.size(); ++i) {
      counts.only_a.push_back(only_a += a_starts_[i]);
      counts.only_b.push_back(only_b += b_starts_[i]);
    }
    return counts;
  }

 private:
  std::int64_t images_ = 0;
  std::vector<std::int64_t> a_starts_;
  std::vector<std::int64_t> b_starts_;
};

}  // namespace

PairedCounts count_pairs(const CertificationLog& a, std::span<const std::uint32_t> reached_a,
                         const CertificationLog& b, std::span<const std::uint32_t> reached_b,
                         std::size_t points) {
  CERTUS_CHECK(reached_a.size() == a.rows() && reached_b.size() == b.rows());
  DifferingPoints differing(points);
  each_shared_image(
      a, b, [&](std::size_t row_a, std::size_t row_b) { differing.add(reached_a[row_a], reached_b[row_b]); });
  return differing.counts();
}

PairedCounts count_pairs(std::span<const std::uint32_t> reached_a, std::span<const std::uint32_t> reached_b,
                         std::size_t points) {
  CERTUS_CHECK(reached_a.size() == reached_b.size());
  DifferingPoints differing(points);
  for (std::size_t row = 0; row < reached_a.size(); ++row) differing.add(reached_a[row], reached_b[row]);
  return differing.counts();
}

}  // namespace certus
