#pragma once

#include <cstdint>
#include <optional>

#include "certus/stats/certified_radius.h"

namespace certus {

/// Certified L2 radius from bounds on the chosen class and on the runner-up (Cohen et al. 2019, Theorem 1):
/// sigma/2 (Phi^-1(p_A) - Phi^-1(p_B)), where p_A bounds the chosen class from below and p_B every other
/// class from above.
///
/// alpha/2 pays for each bound. p_B is the Clopper-Pearson bound of the largest count among the other
/// classes, or 1 - p_A where that is smaller. Rounded down at every step. Empty (abstain) iff p_A <= p_B.
///
/// Guarantee: if the class was chosen without the n votes (on other draws), the radius is one that the
/// smoothed classifier has, with probability at least 1 - alpha, for any number of classes.
///
/// Proof. Given the choice, let c* be the likeliest of the other classes. Which one that is depends on the
/// network, the image and the choice, but not on the n votes, so its count X is Bin(n, p_c*) and its
/// Clopper-Pearson upper bound U(X) at alpha/2 is below p_c* with probability at most alpha/2. The largest
/// count M among the other classes is at least X, and U rises with the count, so U(M) >= U(X): U(M) is below
/// p_c*, the largest of the other probabilities, with probability at most alpha/2 as well. No class but c*
/// has to be bounded, so no alpha is divided among classes, although it is not known which class c* is. QED
///
/// @param k          votes for the chosen class, of budget.n
/// @param runner_up  most votes of any other class
std::optional<double> two_class_radius(std::int64_t k, std::int64_t runner_up, const Budget& budget);

/// The same with alpha / (2 (classes - 1)) for the upper bound of each other class. Valid by the union bound,
/// and never larger: only for records that were made with it.
///
/// @param classes  at least 2
std::optional<double> two_class_radius_by_union(std::int64_t k, std::int64_t runner_up, int classes,
                                                const Budget& budget);

}  // namespace certus
