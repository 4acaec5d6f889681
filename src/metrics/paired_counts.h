#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certus/logs/certification_log.h"

namespace certus {

/// How many points of a rising grid the votes / n of each row reach: all that a paired comparison takes from
/// a log, for all the pairs it is in. Rows whose votes are unknown reach none.
std::vector<std::uint32_t> reached_points(const CertificationLog& log, std::int64_t n,
                                          std::span<const double> grid);

/// How many images reach a point in one log only, at each point of a grid.
struct PairedCounts {
  std::int64_t images = 0;  ///< in both logs
  std::vector<std::int64_t> only_a;
  std::vector<std::int64_t> only_b;
};

/// Counts over the images that two logs share.
/// @param points  of the grid that the logs were read on
PairedCounts count_pairs(const CertificationLog& a, std::span<const std::uint32_t> reached_a,
                         const CertificationLog& b, std::span<const std::uint32_t> reached_b,
                         std::size_t points);

/// The same for logs that have the same images in the same rows.
PairedCounts count_pairs(std::span<const std::uint32_t> reached_a, std::span<const std::uint32_t> reached_b,
                         std::size_t points);

}  // namespace certus
