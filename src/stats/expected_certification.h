#pragma once

#include <cstdint>
#include <span>

#include "certus/stats/certified_radius.h"
#include "certus/stats/probability.h"

namespace certus {

/// Probability that CERTIFY grants radius r to an image whose label has true probability p_a under noise:
/// P[Bin(n, p_a) >= k_min(r)], assuming that the class selection is right. 0 when no count reaches r.
double expected_certified_accuracy(Probability p_a, double r, const Budget& budget);

/// Expected certified radius of an image with true p_a: sum over k of P[Bin(n, p_a) = k] times the radius of
/// k, 0 where k abstains. Terms that together weigh less than 1e-20 are left out. This is the ACR, in
/// expectation, of a classifier with the same p_a on every image. n may be up to 10^7: the sum has one term
/// per plausible count.
double expected_radius(Probability p_a, const Budget& budget);

/// The same with given radii of all counts, radius[k] for k in [first, n], where `first` is the smallest
/// count that certifies. For many p_a at one budget.
double expected_radius(Probability p_a, const Budget& budget, std::int64_t first,
                       std::span<const double> radius);

/// Radius of the single count floor(p_a n + 1/2): this is how the paper turns p_a into a radius. 0
/// when it abstains.
double plug_in_radius(double p_a, const Budget& budget);

}  // namespace certus
