#include "certus/metrics/p_a_distribution.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/stats/ecdf_band.h"

namespace certus {

PaDistribution::PaDistribution(const CertificationLog& log, std::int64_t n)
    : n_(n), images_(static_cast<std::int64_t>(log.rows())) {
  CERTUS_CHECK(log.label_votes.size() == log.rows());
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.label_votes[row] < 0 && log.is_abstained(row)) ++unknown_abstained_;
  }
  constexpr std::int64_t kTableLimit = 10'000'000;
  if (n <= kTableLimit) {
    // Counting is ten times faster than sorting, and the table is small for the budgets people use.
    std::vector<std::int64_t> table(static_cast<std::size_t>(n) + 1);
    for (const std::int64_t votes : log.label_votes) {
      if (votes < 0)
        ++unknown_;
      else
        ++table[static_cast<std::size_t>(votes)];
    }
    for (std::int64_t votes = 0; votes <= n; ++votes) {
      const std::int64_t images = table[static_cast<std::size_t>(votes)];
      if (images > 0) groups_.push_back({votes, images});
    }
  } else {
    std::vector<std::int64_t> sorted = log.label_votes;
    std::sort(sorted.begin(), sorted.end());
    for (const std::int64_t votes : sorted) {
      if (votes < 0)
        ++unknown_;
      else if (!groups_.empty() && groups_.back().votes == votes)
        ++groups_.back().images;
      else
        groups_.push_back({votes, 1});
    }
  }
  images_from_.resize(groups_.size() + 1);
  for (std::size_t i = groups_.size(); i-- > 0;) images_from_[i] = images_from_[i + 1] + groups_[i].images;
}

std::int64_t PaDistribution::images_at_least(double p) const {
  const auto first = std::partition_point(groups_.begin(), groups_.end(), [&](const Group& group) {
    return static_cast<double>(group.votes) / static_cast<double>(n_) < p;
  });
  return images_from_[static_cast<std::size_t>(first - groups_.begin())];
}

std::int64_t PaDistribution::unknown_at_least(double p) const {
  if (p < 0.5) return unknown_;
  const double least_known =
      groups_.empty() ? 1.0 : static_cast<double>(groups_.front().votes) / static_cast<double>(n_);
  return p < least_known ? unknown_abstained_ : 0;
}

double PaDistribution::share_at_least(double p) const {
  return static_cast<double>(images_at_least(p)) / static_cast<double>(images_);
}

std::vector<Estimate> PaDistribution::curve(std::span<const double> grid, double confidence) const {
  const double half_width = ecdf_band_half_width(images_, 1.0 - confidence);
  std::vector<Estimate> out;
  for (const double p : grid) {
    const double value = share_at_least(p);
    const double most = value + static_cast<double>(unknown_at_least(p)) / static_cast<double>(images_);
    out.push_back({p, value, std::max(0.0, value - half_width), std::min(1.0, most + half_width)});
  }
  return out;
}

}  // namespace certus
