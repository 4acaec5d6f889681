#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "certus/stats/certified_radius.h"
#include "certus/stats/futility_boundary.h"
#include "certus/stats/probability.h"

namespace certus {

/// Which rule decides that the votes at a look are sufficient for a radius.
enum class DecisionBoundary {
  /// Exact spending of alpha over the looks (spending_boundary.h): needs the fewest draws. Ends with
  /// its last look, unless a share of alpha is kept in reserve.
  kSpending,
  /// The one-sided mixture (one_sided_mixture.h): needs more draws, but is valid at any number of them, so
  /// that a run may be extended beyond its last look with the table of a larger n.
  kMixture,
  /// The confidence sequence, which is a mixture for both sides (confidence_sequence.h). Valid as kMixture
  /// is,
  /// with more draws: only for records that were made with it.
  kTwoSidedMixture,
};

/// "spending", "one-sided mixture" or "mixture" (the two-sided one, which was the first), for manifests; and
/// back, empty for any other text.
std::string_view boundary_name(DecisionBoundary boundary);
std::optional<DecisionBoundary> boundary_of_name(std::string_view name);

struct DecisionParams {
  Budget budget;              ///< n: most draws; alpha: for all radii, looks and draws of an image together
  std::vector<double> radii;  ///< rising, from 0 on
  DecisionBoundary boundary = DecisionBoundary::kSpending;
  double worth = 0.0;   ///< draws that a certificate is worth (futility_boundary.h); 0 means budget.n
  double growth = 1.2;  ///< factor between the numbers of draws of successive looks
  std::int64_t first_look = 10;
  /// How alpha is spent on one radius: nothing is spent before the first look at which votes without a single
  /// miss are enough for this share of alpha. This share is spent at that look, and the rest evenly in the
  /// logarithm of the draws. Images with p close to 1 are certified at that look; spending more on it would
  /// delay all others.
  double first_share = 0.3;
  FutilityPrior prior;  ///< for giving up
  /// Share of alpha that spending keeps for draws beyond first_n, so that they may be added later, any number
  /// of times. All looks are then those of one endless list, which is fixed before the first vote: looks up
  /// to first_n spend (1 - reserve) alpha; beyond it they are a factor of `growth` apart, and alpha (1 -
  /// reserve first_n / look) is spent up to each, always less than alpha. n only says how far one goes. It
  /// may depend on the votes, the looks must not: beyond first_n, n alone does not make a look.
  double reserve = 0.0;
  std::int64_t first_n = 0;  ///< with a reserve: n of the run without added draws; 0 means budget.n
};

/// Decides whether an image is certified at each of several radii. Holds everything that can be known before
/// the first draw: at which numbers of draws to look, and which counts of votes for the chosen class decide.
/// An image then costs only comparisons of integers.
///
/// Guarantee. Claim radii[i] when the votes reach certify_at(j, i) at any look j. Then with probability at
/// least 1 - alpha no claim about the image is false, however many radii are asked for and whenever one
/// stops. Proof: a claim of radii[i] is false only if p <= p0(i) = Phi(radii[i] / sigma). Each single radius
/// is claimed falsely with probability <= alpha (spending_boundary.h, confidence_sequence.h). certify_at
/// rises with i, so whoever claims any false radius also claims the smallest false radius: the union of these
/// events is that one event. Thresholds p0 are rounded up.
///
/// Giving up never makes a certificate false, and its rule costs no alpha: an image may continue after it was
/// given up, until the last look. This is also what happens to a wrongly chosen class: its votes fall below
/// give_up_at of all radii already at the first looks.
class DecisionTable {
 public:
  /// Fails unless the budget is valid with n at most 10^7, the radii increase, and n draws (with a reserve,
  /// first_n) can certify each of them.
  explicit DecisionTable(const DecisionParams& params);

  const DecisionParams& params() const { return params_; }
  const std::vector<double>& radii() const { return params_.radii; }
  /// Increasing numbers of draws; the last is n, or the last one not above it where first_n is smaller.
  const std::vector<std::int64_t>& looks() const { return looks_; }

  /// The smallest number of votes that certifies radius i at look j; out of reach if there is none. Does not
  /// decrease with i.
  std::int64_t certify_at(std::size_t j, std::size_t i) const { return certify_at_[j * radii().size() + i]; }
  /// The largest number of votes with which radius i is given up at look j; it is below certify_at(j, i).
  /// Does not decrease with i.
  std::int64_t give_up_at(std::size_t j, std::size_t i) const { return give_up_at_[j * radii().size() + i]; }

  /// How many radii `votes` certify at look j; these are the first ones in the list.
  std::size_t certified(std::size_t j, std::int64_t votes) const;
  /// Whether to continue after look j when the first `certified` radii are certified.
  bool goes_on(std::size_t j, std::int64_t votes, std::size_t certified) const {
    return j + 1 < looks_.size() && certified < radii().size() && votes > give_up_at(j, certified);
  }

 private:
  DecisionParams params_;
  std::vector<std::int64_t> looks_;
  std::vector<std::int64_t> certify_at_;
  std::vector<std::int64_t> give_up_at_;
};

/// Fails unless worth is not negative, and the share of alpha at the first look is in (0, 1].
void check_worth_and_share(double worth, double first_share);

/// Fails unless there are radii, which increase from 0 on, and the budget `reach` can certify each.
void check_radii(const std::vector<double>& radii, const Budget& reach);

/// Phi(r / sigma), rounded up: a class with a larger probability has a radius larger than r.
Probability radius_threshold(double r, double sigma);

}  // namespace certus
