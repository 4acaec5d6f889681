#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace certus {

/// What is thought of p before the votes: Beta(votes, misses). Many images of a robust classifier have p
/// close to 1.
struct FutilityPrior {
  double votes = 0.5;
  double misses = 0.1;
  friend bool operator==(const FutilityPrior&, const FutilityPrior&) = default;
};

/// When to give up: at looks[j] with at most l[j] votes, continuing is not worth the draws that it costs.
///
/// No guarantee depends on this rule (spending_boundary.h); it only decides how many draws are spent on
/// images near the threshold. It is the best possible rule if a certificate is worth `worth` draws and
/// nothing is known about p except the prior and the votes. By backward induction from the last look, with
/// `d` draws up to the next one:
///   value(j, k) = max(0, E[value(j + 1, k + X)] - d / worth),   X beta-binomial given k of looks[j],
/// and value 1 from certify_at[j] votes on. The value increases with k, so one count per look describes
/// the whole rule.
///
/// @param looks       increasing numbers of draws
/// @param certify_at  the count that certifies at each look; at the last look one gives up below it
/// @param worth       > 0, in draws
/// @return            l[j], below certify_at[j]; -1 where one always continues
std::vector<std::int64_t> futility_boundary(std::span<const std::int64_t> looks,
                                            std::span<const std::int64_t> certify_at, double worth,
                                            const FutilityPrior& prior = {});

}  // namespace certus
