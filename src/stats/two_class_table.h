#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certus/stats/certified_radius.h"

namespace certus {

struct TwoClassDecisionParams {
  Budget budget;              ///< n: most draws; alpha: for all radii, looks and draws of an image together
  std::vector<double> radii;  ///< rising, from 0 on
  double worth = 0.0;         ///< draws that a certificate is worth; 0 means budget.n
  double growth = 1.2;        ///< factor between the numbers of draws of successive looks
  std::int64_t first_look = 10;
  double first_share = 0.3;     ///< of alpha/2, at the first look that can prove a level (log_spending)
  double level_step = 0.03125;  ///< between levels of the chosen class
  double patience = 3.0;        ///< of the rule of giving up: draws up to a later look are divided by it
};

/// Decides whether an image is certified at each of several radii from the votes for the chosen class and for
/// the runner-up, as votes come in: Cohen et al. 2019, Theorem 1, at many looks. Holds everything that can be
/// known before the first draw.
///
/// A *level* is a number z. For each level and look there is a least count (spending_boundary at alpha/2):
/// that many draws with a property prove, at that look, that a draw has it with a probability above Phi(z).
/// Least counts rise with the level. A *pair* (a, b) of levels certifies radius r at a look if the votes for
/// the chosen class reach the count of a, the draws that are not for the runner-up reach the count of b, and
/// a + b >= 2r / sigma: then p_A > Phi(a) and p_B < Phi(-b), so sigma/2 (Phi^-1(p_A) - Phi^-1(p_B)) > r. The
/// level a = r / sigma certifies r alone, because p_B <= 1 - p_A.
///
/// Guarantee. If the class was chosen on other draws, then with probability at least 1 - alpha no radius that
/// is certified at any look is false, for any number of classes, however many radii are asked for and
/// whenever one stops. Proof: a certified radius is false only if one of the two claims behind it is.
/// - p_A. "p_A > Phi(a)" is false only for levels a >= Phi^-1(p_A). Least counts rise with the level, so
///   whoever proves any false level at a look also proves the least of the false ones at this look, which
///   happens at any look with probability at most alpha/2.
/// - p_B. Let c* be the likeliest of the other classes. It is fixed by the network, the image and the choice,
///   and does not depend on these draws. At every look the runner-up has at least as many votes as c*, so
///   what is proven with the draws that are not the runner-up's is also proven with those that are not c*'s:
///   that these have a share above Phi(b). Whenever a claim "p_B < Phi(-b)" is false, this claim about the
///   one class c* is false, and as before that happens at any look with probability at most alpha/2. No other
///   class has to be bounded, so alpha is not divided among classes.
/// Stopping for any reason costs no alpha. Levels are rounded up. QED
///
/// Draws that may have been for any class count against both claims: not as votes for the chosen class, and
/// as votes for the runner-up.
///
/// Levels a are multiples of level_step. That is the price of knowing all levels beforehand: up to level_step
/// sigma/2 of the radius.
class TwoClassTable {
 public:
  /// Fails unless the budget is valid with n at most 10^6, the radii increase, and n draws can certify each.
  explicit TwoClassTable(const TwoClassDecisionParams& params);

  const TwoClassDecisionParams& params() const { return params_; }
  const std::vector<double>& radii() const { return params_.radii; }
  const std::vector<std::int64_t>& looks() const { return looks_; }  ///< rising; the last is n

  /// How many radii `votes` for the chosen class and `runner_up` votes certify at look j: the first ones in
  /// the list. Does not fall with `votes` or rise with `runner_up`.
  std::size_t certified(std::size_t j, std::int64_t votes, std::int64_t runner_up) const;

  /// Whether to continue after look j when the first `certified` radii are certified. No guarantee depends on
  /// it. The shares of votes are taken as normal around their values at this look: one continues if some
  /// later look certifies the next radius with a probability that is worth the draws up to it, divided by
  /// `patience`, because many images end before that look.
  bool goes_on(std::size_t j, std::int64_t votes, std::int64_t runner_up, std::size_t certified) const;

 private:
  struct Pair {
    std::size_t chosen = 0;  ///< level of the votes for the chosen class
    std::size_t others = 0;  ///< level of the draws that are not for the runner-up; kNone: not needed
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::int64_t least(std::size_t level, std::size_t j) const { return least_[level * looks_.size() + j]; }

  TwoClassDecisionParams params_;
  std::vector<std::int64_t> looks_;
  std::vector<std::int64_t> least_;       ///< by level, then look
  std::vector<std::vector<Pair>> pairs_;  ///< by radius
};

}  // namespace certus
