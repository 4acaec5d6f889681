#pragma once

#include <cstdint>

namespace certus {

/// The statement about a whole data set. alpha bounds the error probability of one image; with independent
/// noise per image, the number of false certificates among m is stochastically at most Bin(m, alpha).

/// The smallest q with P[Bin(m, alpha) > q] <= rho: with probability at least 1 - rho, at most q of the m
/// certificates are false. Subtracting q/m from a certified accuracy makes it hold for the whole data set.
std::int64_t most_false_certificates(std::int64_t m, double alpha, double rho);

/// The closed form of Cohen et al. 2019 for the same share q/m, alpha + sqrt(alpha (1 - alpha) L / m) + L /
/// (3m) with L = ln(1/rho), for comparison only: it is smaller than Bernstein's inequality allows and can
/// fail.
double cohen_false_share(std::int64_t m, double alpha, double rho);

/// P[Bin(m, alpha) > limit]: how likely more than `limit` certificates are false.
double chance_of_more_false(std::int64_t limit, std::int64_t m, double alpha);

}  // namespace certus
