#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certus/logs/certification_log.h"
#include "certus/metrics/estimate.h"

namespace certus {

/// The empirical distribution of p_A as the votes tell it: over the images of a log, the share of votes for
/// the true label. From it the certified accuracy at any radius and any budget follows; it is what to report
/// instead of ACR.
///
/// Votes / n scatters around the true p_A by sqrt(p (1 - p) / n): nothing at n = 100,000, several points of p
/// at n = 100, where convert_budget's predictive method tells more. A radius that a foreign log rounded
/// stands for the middle one of the counts that print to it (load_log).
///
/// Images whose votes the log does not tell (foreign logs, where the label was not certified) are counted
/// among all images and never among those with p_A >= p. Above the least certifying share of votes that is
/// exact; below it the value is a lower bound, and the band reaches as far up as the unknown images allow.
///
/// In an anytime record every image has an n of its own, and stopped because of its votes: votes / n is then
/// an estimate that scatters differently from image to image and that stopping moves a little, outward from
/// what was to be decided. The band does not rely on it: it is that of intervals that hold however one stops.
class PaDistribution {
 public:
  /// Images with the same share of votes for their label.
  struct Group {
    std::int64_t votes = 0;
    std::int64_t images = 0;
    std::int64_t n = 0;  ///< number of all votes; the same in all groups unless images stopped
  };

  /// @param n  votes per image; for an anytime record the largest number of them
  PaDistribution(const CertificationLog& log, std::int64_t n);

  /// P(p_A >= p), with p_A = votes / n compared as doubles.
  double share_at_least(double p) const;
  std::int64_t images_at_least(double p) const;

  /// P(votes / n >= p) on a grid. With the given confidence the distribution over all such images lies in the
  /// band at every p at once (Dvoretzky-Kiefer-Wolfowitz), whatever counts rounded radii stand for and
  /// whatever the unknown images have; clamped to [0, 1].
  ///
  /// For an anytime record the band is for p_A itself. It lies between the share of images whose interval
  /// (ConfidenceSequence of the votes for the label, kIntervalAlpha each) lies at p or above and the share of
  /// images whose interval reaches p. The noise of different images is independent. So the number of
  /// intervals that miss their p_A is at most what most_false_certificates says, with half of the failure
  /// probability that confidence leaves; each of them changes the counts by at most one image. The other half
  /// pays for the fact that the images are a sample. So the distribution of p_A over all such images lies in
  /// the band at every p at once.
  std::vector<Estimate> curve(std::span<const double> grid, double confidence) const;
  /// What the band adds on either side.
  double band_half_width(double confidence) const;

  /// The alpha of the interval of each stopped image. Any level that is fixed beforehand is valid.
  static constexpr double kIntervalAlpha = 0.001;
  /// least_groups and most_groups of stopped images are the ends of their intervals, rounded outward to
  /// multiples of 1 / kIntervalSteps.
  static constexpr std::int64_t kIntervalSteps = 1'000'000;

  std::int64_t n() const { return n_; }
  bool has_one_n() const { return one_n_; }  ///< not an anytime record
  std::int64_t images() const { return images_; }
  std::int64_t unknown_images() const { return unknown_; }
  std::int64_t unknown_abstained() const { return unknown_abstained_; }  ///< those of them that abstained
  /// Images of unknown votes whose p_A may be at least p: those that abstained for p up to the least known
  /// share, those certified as another class for p below 1/2, where their label may be.
  std::int64_t unknown_at_least(double p) const;
  /// How few and how many images can have at least this share of votes, given all that the log leaves open.
  struct ImageRange {
    std::int64_t least = 0;
    std::int64_t most = 0;
  };
  ImageRange range_at_least(double p) const;
  const std::vector<Group>& groups() const {
    return votes_.groups;
  }  ///< by rising share, unknown ones left out

  const std::vector<double>& shares() const { return votes_.shares; }  ///< votes / n of each group

  /// The distribution at 1/2 and at equal steps from there up to 1: the number of images with at least that
  /// share, and the first group of them.
  struct Milestone {
    std::int64_t images = 0;
    std::size_t group = 0;
  };
  static constexpr std::size_t kMilestoneSteps = 1024;
  const std::vector<Milestone>& milestones() const { return milestones_; }

  /// The groups with as few and as many votes as rounded radii, or intervals, allow; null where all images
  /// have one n and their votes are known exactly.
  const std::vector<Group>* least_groups() const { return least_votes_ ? &least_votes_->groups : nullptr; }
  const std::vector<Group>* most_groups() const { return most_votes_ ? &most_votes_->groups : nullptr; }
  /// The distributions with these groups as the votes. All images have one n, and their radii are rounded.
  PaDistribution of_least_votes() const { return with_votes(*least_votes_); }
  PaDistribution of_most_votes() const { return with_votes(*most_votes_); }

  /// images_at_least for values of p that never fall: it goes through the groups once, however many p
  /// are asked for.
  class RisingView {
   public:
    explicit RisingView(const PaDistribution& distribution) : distribution_(distribution) {}
    std::int64_t images_at_least(double p);

   private:
    const PaDistribution& distribution_;
    std::size_t first_ = 0;  ///< the first group that reached the last p
  };

 private:
  /// Images by share of votes, and how many images have at least that share.
  struct VoteTable {
    VoteTable() = default;
    explicit VoteTable(std::vector<Group> by_share);
    std::vector<Group> groups;
    std::vector<double> shares;             ///< votes / n of each group
    std::vector<std::int64_t> images_from;  ///< images in groups i, i + 1, ...
    std::int64_t images_at_least(double p) const;
  };
  template <typename VotesOf>
  static VoteTable count_votes(std::size_t rows, std::int64_t n, VotesOf votes_of);
  static VoteTable count_shares(const CertificationLog& log);
  PaDistribution with_votes(const VoteTable& votes) const;
  void set_milestones();

  std::int64_t n_;
  bool one_n_;
  std::int64_t images_ = 0;
  std::int64_t unknown_ = 0;
  std::int64_t unknown_abstained_ = 0;
  VoteTable votes_;
  std::vector<Milestone> milestones_;
  std::optional<VoteTable> least_votes_;  ///< see least_groups
  std::optional<VoteTable> most_votes_;
};

}  // namespace certus
