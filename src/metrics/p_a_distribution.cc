#include "certus/metrics/p_a_distribution.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/dataset_statement.h"
#include "certus/stats/ecdf_band.h"

namespace certus {
namespace {

double share_of(const PaDistribution::Group& group) {
  return static_cast<double>(group.votes) / static_cast<double>(group.n);
}

}  // namespace

PaDistribution::VoteTable::VoteTable(std::vector<Group> by_share) : groups(std::move(by_share)) {
  shares.reserve(groups.size());
  for (const Group& group : groups) shares.push_back(share_of(group));
  images_from.resize(groups.size() + 1);
  for (std::size_t i = groups.size(); i-- > 0;) images_from[i] = images_from[i + 1] + groups[i].images;
}

/// Negative votes are unknown and left out.
template <typename VotesOf>
PaDistribution::VoteTable PaDistribution::count_votes(std::size_t rows, std::int64_t n, VotesOf votes_of) {
  std::vector<Group> groups;
  constexpr std::int64_t kTableLimit = 10'000'000;
  if (n <= kTableLimit) {
    // Counting is ten times faster than sorting, and the table is small for the budgets people use.
    std::vector<std::int64_t> counts(static_cast<std::size_t>(n) + 1);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::int64_t votes = votes_of(row);
      if (votes >= 0) ++counts[static_cast<std::size_t>(votes)];
    }
    for (std::int64_t votes = 0; votes <= n; ++votes) {
      const std::int64_t images = counts[static_cast<std::size_t>(votes)];
      if (images > 0) groups.push_back({votes, images, n});
    }
  } else {
    std::vector<std::int64_t> sorted;
    for (std::size_t row = 0; row < rows; ++row) {
      if (votes_of(row) >= 0) sorted.push_back(votes_of(row));
    }
    std::sort(sorted.begin(), sorted.end());
    for (const std::int64_t votes : sorted) {
      if (groups.empty() || groups.back().votes != votes) groups.push_back({votes, 0, n});
      ++groups.back().images;
    }
  }
  return VoteTable(std::move(groups));
}

/// For an anytime record: images that stopped at different n with the same share are one group.
PaDistribution::VoteTable PaDistribution::count_shares(const CertificationLog& log) {
  std::vector<Group> images;
  for (std::size_t row = 0; row < log.rows(); ++row)
    images.push_back({log.label_votes[row], 1, log.row_n[row]});
  std::sort(images.begin(), images.end(),
            [](const Group& a, const Group& b) { return share_of(a) < share_of(b); });
  std::vector<Group> groups;
  for (const Group& image : images) {
    if (groups.empty() || share_of(groups.back()) != share_of(image))
      groups.push_back(image);
    else
      ++groups.back().images;
  }
  return VoteTable(std::move(groups));
}

std::int64_t PaDistribution::VoteTable::images_at_least(double p) const {
  return images_from[static_cast<std::size_t>(std::lower_bound(shares.begin(), shares.end(), p) -
                                              shares.begin())];
}

PaDistribution::PaDistribution(const CertificationLog& log, std::int64_t n)
    : n_(n), one_n_(log.has_one_n()), images_(static_cast<std::int64_t>(log.rows())) {
  CERTUS_CHECK(log.label_votes.size() == log.rows());
  if (!one_n_) {
    votes_ = count_shares(log);
    set_milestones();
    const ConfidenceSequence sequence(kIntervalAlpha);
    const auto steps = static_cast<double>(kIntervalSteps);
    least_votes_ = count_votes(log.rows(), kIntervalSteps, [&](std::size_t row) {
      return static_cast<std::int64_t>(
          std::floor(steps * sequence.lower(log.label_votes[row], log.row_n[row]).p));
    });
    most_votes_ = count_votes(log.rows(), kIntervalSteps, [&](std::size_t row) {
      // Draws for no class may have been in doubt, and then for any class.
      const std::int64_t blank = log.blank_votes.empty() ? 0 : log.blank_votes[row];
      return static_cast<std::int64_t>(
          std::ceil(steps * sequence.upper(log.label_votes[row] + blank, log.row_n[row]).p));
    });
    return;
  }
  const auto is_known = [&](std::size_t row) { return log.label_votes[row] >= 0; };
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (is_known(row)) continue;
    ++unknown_;
    unknown_abstained_ += log.is_abstained(row) ? 1 : 0;
  }
  votes_ = count_votes(log.rows(), n, [&](std::size_t row) { return log.label_votes[row]; });
  set_milestones();
  if (std::ranges::all_of(log.votes_of_radius,
                          [](const auto& of) { return of.second.least == of.second.most; }))
    return;
  least_votes_ = count_votes(log.rows(), n, [&](std::size_t row) {
    return is_known(row) ? log.votes_of_radius.at(log.radius[row]).least : CertificationLog::kUnknownVotes;
  });
  most_votes_ = count_votes(log.rows(), n, [&](std::size_t row) {
    return is_known(row) ? log.votes_of_radius.at(log.radius[row]).most : CertificationLog::kUnknownVotes;
  });
}

PaDistribution PaDistribution::with_votes(const VoteTable& votes) const {
  CERTUS_CHECK(one_n_);
  PaDistribution changed = *this;
  changed.votes_ = votes;
  changed.least_votes_ = changed.most_votes_ = std::nullopt;
  changed.set_milestones();
  return changed;
}

void PaDistribution::set_milestones() {
  milestones_.clear();
  const std::vector<double>& shares = votes_.shares;
  auto share = shares.begin();
  for (std::size_t i = 0; i <= kMilestoneSteps; ++i) {
    const double p = 0.5 + static_cast<double>(i) / static_cast<double>(2 * kMilestoneSteps);
    share = std::lower_bound(share, shares.end(), p);
    const auto group = static_cast<std::size_t>(share - shares.begin());
    milestones_.push_back({votes_.images_from[group], group});
  }
}

std::int64_t PaDistribution::images_at_least(double p) const {
  return votes_.images_at_least(p);
}

std::int64_t PaDistribution::RisingView::images_at_least(double p) {
  const VoteTable& votes = distribution_.votes_;
  while (first_ < votes.shares.size() && votes.shares[first_] < p) ++first_;
  return votes.images_from[first_];
}

std::int64_t PaDistribution::unknown_at_least(double p) const {
  if (p < 0.5) return unknown_;
  const double least_known = votes_.groups.empty() ? 1.0 : votes_.shares.front();
  return p < least_known ? unknown_abstained_ : 0;
}

PaDistribution::ImageRange PaDistribution::range_at_least(double p) const {
  const std::int64_t images = images_at_least(p);
  const std::int64_t least = least_votes_ ? least_votes_->images_at_least(p) : images;
  const std::int64_t most = (most_votes_ ? most_votes_->images_at_least(p) : images) + unknown_at_least(p);
  return {std::min(images, least), std::max(images, most)};
}

double PaDistribution::share_at_least(double p) const {
  return static_cast<double>(images_at_least(p)) / static_cast<double>(images_);
}

double PaDistribution::band_half_width(double confidence) const {
  const double delta = 1.0 - confidence;
  if (one_n_) return ecdf_band_half_width(images_, delta);
  const auto missed = static_cast<double>(most_false_certificates(images_, kIntervalAlpha, delta / 2.0));
  return std::min(1.0, ecdf_band_half_width(images_, delta / 2.0) + missed / static_cast<double>(images_));
}

std::vector<Estimate> PaDistribution::curve(std::span<const double> grid, double confidence) const {
  const double half_width = band_half_width(confidence);
  const auto share = [&](std::int64_t images) {
    return static_cast<double>(images) / static_cast<double>(images_);
  };
  std::vector<Estimate> out;
  for (const double p : grid) {
    const ImageRange range = range_at_least(p);
    out.push_back({p, share_at_least(p), std::max(0.0, share(range.least) - half_width),
                   std::min(1.0, share(range.most) + half_width)});
  }
  return out;
}

}  // namespace certus
