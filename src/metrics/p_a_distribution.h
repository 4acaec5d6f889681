#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/record/certification_log.h"

namespace certus {

/// The empirical distribution of p_A as the votes tell it: over the images of a log, the share of votes for
/// the true label. From it the certified accuracy at any radius and any budget follows; it is what to report
/// instead of ACR.
///
/// Votes / n scatters around the true p_A by sqrt(p (1 - p) / n): nothing at n = 100,000, several points of p
/// at n = 100, where convert_budget's predictive method tells more. Radii that a foreign log rounded up are
/// read as one vote more here and there, as the published curves do.
///
/// Images whose votes the log does not tell (foreign logs, where the label was not certified) are counted
/// among all images and never among those with p_A >= p. Above the least certifying share of votes that is
/// exact; below it the value is a lower bound, and the band reaches as far up as the unknown images allow.
class PaDistribution {
 public:
  /// Images with the same number of votes for their label.
  struct Group {
    std::int64_t votes = 0;
    std::int64_t images = 0;
  };

  PaDistribution(const CertificationLog& log, std::int64_t n);

  /// P(p_A >= p), with p_A = votes / n compared as doubles.
  double share_at_least(double p) const;
  std::int64_t images_at_least(double p) const;

  /// P(votes / n >= p) on a grid. With the given confidence the distribution over all such images lies in the
  /// band at every p at once (Dvoretzky-Kiefer-Wolfowitz), whatever counts rounded radii stand for and
  /// whatever the unknown images have; clamped to [0, 1].
  std::vector<Estimate> curve(std::span<const double> grid, double confidence) const;

  std::int64_t n() const { return n_; }
  std::int64_t images() const { return images_; }
  std::int64_t unknown_images() const { return unknown_; }
  /// Images of unknown votes whose p_A may be at least p: those that abstained for p up to the least known
  /// share, those certified as another class for p below 1/2, where their label may be.
  std::int64_t unknown_at_least(double p) const;
  const std::vector<Group>& groups() const {
    return votes_.groups;
  }  ///< by rising votes, unknown ones left out

  const std::vector<double>& shares() const { return votes_.shares; }  ///< votes / n of each group

  /// The groups with as few and as many votes as rounded radii allow; null where votes were counted.
  const std::vector<Group>* least_groups() const { return least_votes_ ? &least_votes_->groups : nullptr; }
  const std::vector<Group>* most_groups() const { return most_votes_ ? &most_votes_->groups : nullptr; }

  /// images_at_least for values of p that never fall: one walk through the groups, however many p are asked.
  class RisingView {
   public:
    explicit RisingView(const PaDistribution& distribution) : distribution_(distribution) {}
    std::int64_t images_at_least(double p);

   private:
    const PaDistribution& distribution_;
    std::size_t first_ = 0;  ///< the first group that reached the last p
  };

 private:
  /// Images by votes, and how many have at least so many.
  struct VoteTable {
    std::vector<Group> groups;
    std::vector<double> shares;             ///< votes / n of each group
    std::vector<std::int64_t> images_from;  ///< images in groups i, i + 1, ...
    std::int64_t images_at_least(double p) const;
  };
  template <typename VotesOf>
  static VoteTable count_votes(std::size_t rows, std::int64_t n, VotesOf votes_of);

  std::int64_t n_;
  std::int64_t images_ = 0;
  std::int64_t unknown_ = 0;
  std::int64_t unknown_abstained_ = 0;
  VoteTable votes_;
  std::optional<VoteTable> least_votes_;  ///< as few as rounded radii allow; empty where votes were counted
  std::optional<VoteTable> most_votes_;
};

}  // namespace certus
