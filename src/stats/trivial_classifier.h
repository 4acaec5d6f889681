#pragma once

#include <cstdint>
#include <optional>

#include "certus/stats/certified_radius.h"

namespace certus {

/// The classifier that answers one class everywhere, on a balanced data set of `classes` classes: p_A is 1 on
/// a share 1/classes of the images and 0 on the rest. ACR'25, Theorem 1, uses it to show that ACR has no
/// bound.

/// Its ACR: largest_radius / classes, 0 when the budget abstains.
double trivial_acr(int classes, const Budget& budget);

/// The smallest number of votes for which its ACR exceeds `target` (budget.n is ignored): the smallest n with
/// alpha^(1/n) > Phi(target * classes / sigma), i.e. floor(ln alpha / ln Phi(target * classes / sigma)) + 1.
/// The paper prints the quotient of the two logarithms upside down (docs/paper-errata.md). Returned as a
/// double because it may be astronomically large (9e23 for target 1 and 10 classes); +infinity when it
/// overflows. Exact while it is at most 10^9.
double samples_for_trivial_acr(double target, int classes, const Budget& budget);

}  // namespace certus
