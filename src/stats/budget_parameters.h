#pragma once

#include <cstdint>

#include "certus/base/parameter.h"
#include "certus/stats/certified_radius.h"

namespace certus {

class Parameters;

/// What people say of a budget, in one wording for all that ask.

/// The budget that is usual in the field, for radii in units of sigma.
inline constexpr Budget kUsualBudget{.n = 100'000, .alpha = 0.001, .sigma = 1.0};

inline constexpr double kMostVotes = 1e9;
inline constexpr double kLeastAlpha = 1e-12, kMostAlpha = 0.5;

/// sigma, n and alpha.
void describe(Parameters& p, Budget& budget);

Parameter& describe_votes(Parameters& p, std::int64_t& n);
Parameter& describe_alpha(Parameters& p, double& alpha);
Parameter& describe_selection_votes(Parameters& p, std::int64_t& n0);

}  // namespace certus
