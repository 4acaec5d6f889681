#pragma once

#include <cstdint>
#include <vector>

namespace certus {

/// p-value of the exact two-sided binomial test of "proportion 1/2" after k successes in n draws:
/// min(1, 2 P[Bin(n, 1/2) <= min(k, n - k)]), and 1 when 2k = n or n = 0.
///
/// Under the hypothesis it is at most alpha with probability at most alpha, for every alpha and n.
double binomial_test_half(std::int64_t k, std::int64_t n);

/// binomial_test_half(k, n) <= level for one level and many k: the deciding count for each n is computed once
/// and remembered. Not safe for use by several threads at once.
class SignTest {
 public:
  /// @param level  in (0, 1)
  explicit SignTest(double level);
  double level() const { return level_; }
  bool rejects(std::int64_t k, std::int64_t n);

 private:
  std::int64_t largest_rejected(std::int64_t n) const;

  double level_;
  double quantile_;                     ///< of the normal distribution, to start close to the answer
  std::vector<std::int64_t> rejected_;  ///< by n: largest_rejected, or kUnknown
};

}  // namespace certus
