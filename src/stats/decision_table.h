#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "certus/stats/certified_radius.h"
#include "certus/stats/probability.h"

namespace certus {

/// What makes votes at a look sufficient for a radius.
enum class DecisionBoundary {
  /// Exact spending of alpha over the looks (spending_boundary.h): the fewest draws. Ends with its last look.
  kSpending,
  /// The mixture's confidence sequence (confidence_sequence.h): more draws, but valid at any number of them,
  /// so
  /// that a run may be topped up beyond its last look with the table of a larger n.
  kMixture,
};

/// "spending" or "mixture", for options and manifests; and back, empty for any other text.
std::string_view boundary_name(DecisionBoundary boundary);
std::optional<DecisionBoundary> boundary_of_name(std::string_view name);

struct DecisionParams {
  Budget budget;              ///< n: most draws; alpha: for all radii, looks and draws of an image together
  std::vector<double> radii;  ///< rising, from 0 on
  DecisionBoundary boundary = DecisionBoundary::kSpending;
  double worth = 0.0;   ///< draws that a certificate is worth (futility_boundary.h); 0 means budget.n
  double growth = 1.2;  ///< of draws from look to look
};

/// Is an image certified at each of some radii? Everything that can be known before its first draw: at which
/// numbers of draws to look, and which counts of votes for the chosen class decide. An image then costs
/// comparisons of integers.
///
/// Promise. Claim radii[i] when votes reach certify_at(j, i) at any look j. With probability at least 1 -
/// alpha no claim of the image is false, however many radii are asked for and whenever one stops.
/// Proof: a claim of radii[i] is false only if p <= p0(i) = Phi(radii[i] / sigma). Each radius by itself is
/// claimed falsely with probability <= alpha (spending_boundary.h, confidence_sequence.h). certify_at rises
/// with i, so a claim of any false radius is also one of the least false radius: the union is that one event.
/// Thresholds p0 are rounded up.
///
/// Giving up is never an error of a certificate, and its rule costs no alpha: an image may go on after it
/// gave up, up to the last look. That is also how a class that was chosen wrongly ends: its votes fall below
/// give_up_at of all radii, at the first looks already.
class DecisionTable {
 public:
  /// Fails unless the budget is sound with n at most 10^7, the radii rise and n draws can certify each.
  explicit DecisionTable(const DecisionParams& params);

  const DecisionParams& params() const { return params_; }
  const std::vector<double>& radii() const { return params_.radii; }
  /// Rising numbers of draws; the last is n.
  const std::vector<std::int64_t>& looks() const { return looks_; }

  /// The least votes that certify radius i at look j, out of reach where none do. Not falling with i.
  std::int64_t certify_at(std::size_t j, std::size_t i) const { return certify_at_[j * radii().size() + i]; }
  /// The most votes with which radius i is given up at look j; below certify_at(j, i). Not falling with i.
  std::int64_t give_up_at(std::size_t j, std::size_t i) const { return give_up_at_[j * radii().size() + i]; }

  /// How many radii `votes` certify at look j: the first so many.
  std::size_t certified(std::size_t j, std::int64_t votes) const;
  /// Whether to go on after look j when the first `certified` radii are certified.
  bool goes_on(std::size_t j, std::int64_t votes, std::size_t certified) const {
    return j + 1 < looks_.size() && certified < radii().size() && votes > give_up_at(j, certified);
  }

 private:
  DecisionParams params_;
  std::vector<std::int64_t> looks_;
  std::vector<std::int64_t> certify_at_;
  std::vector<std::int64_t> give_up_at_;
};

/// Phi(r / sigma), from above: who has more has a larger radius than r.
Probability radius_threshold(double r, double sigma);

}  // namespace certus
