#pragma once

#include <cstdint>

namespace certus {

/// p-value of the test that the class with most votes is the likeliest class, given the two largest counts:
/// the odds P[X >= first] : P[X < first] with X ~ Bin(first + second, 1/2); 1 unless first > second.
///
/// Guarantee, for any number K of classes, any probabilities and any number n of votes: let c* be a likeliest
/// class. A class other than c* has most votes and a p-value of at most alpha < 1 with probability at most
/// alpha. (Who tests at this level and answers only then is wrong at most so often; PREDICT does.)
///
/// Proof. Let a = alpha / (1 + alpha) < 1/2. The p-value is at most alpha iff P[X >= first] <= a. Let c be
/// the class with most votes apart from c*; where several have equally many, no class but c* can win. Given
/// c, the votes s = N_c + N_c* and all other counts, whose largest is m, the count N_c is Bin(s, t) with t <=
/// 1/2, given that it exceeds m. An error needs N_c >= x1 and N_c >= x2, where x1 is the least x with
/// P[Bin(s, 1/2) >= x] <= a, and x2 the least x with P[Bin(x + m, 1/2) >= x] <= a, because the p-value falls
/// when `second` does. So its conditional probability is at most P[N >= max(x1, x2)] / P[N > m], N ~ Bin(s,
/// t). This ratio rises with t (monotone likelihood ratio), so let t = 1/2, and G(x) = P[N >= x]; G is
/// log-concave.
///
/// Let m <= s - x1. Then G(m+1) >= G(s-x1+1) = 1 - G(x1), and the ratio is at most G(x1) / (1 - G(x1)) <=
/// a / (1-a).
///
/// Let m = m0 = s - x1 + 1. Then x2 >= x1, because P[Bin(s, 1/2) >= x1 - 1] > a, and G(m0+1) = 1 - G(x1-1).
/// If x2 = x1, then P[Bin(s+1, 1/2) >= x1] = (G(x1) + G(x1-1)) / 2 <= a, and the ratio is at most G(x1) / (1
/// - 2a + G(x1)) <= a / (1-a), because G(x1) <= a. If x2 > x1, the ratio is at most G(x1+1) / (1 - G(x1-1)).
/// This is at most G(x1) / (1 - G(x1)): it says that the hazard P[N = x] / G(x) is no larger at s - x1 + 1
/// than at x1 >= s - x1 + 1, and the hazard of a log-concave law rises.
///
/// Let m > m0. The lead x2 - m that is needed does not fall when m rises, and G(m+d) / G(m+1) does not rise.
/// So the ratio is no larger than at m0.
///
/// The conditional probability is at most a / (1-a) = alpha in every case. QED
///
/// With two classes the error is at most a: about half of what the usual two-sided test allows. The one-sided
/// test at alpha itself errs more often than alpha where alpha is large: three equally likely classes, 15
/// votes and alpha = 1/2 give 0.566 (tests/stats/winner_test_test.cc).
///
/// Hung and Fithian (2019) show that the two-sided test holds its level given which class wins; here it is
/// enough that answers are wrong with probability at most alpha in all.
double winner_p_value(std::int64_t first, std::int64_t second);

/// The smallest n with winner_p_value(n, 0) <= alpha: with fewer votes PREDICT can never answer.
std::int64_t least_samples_to_predict(double alpha);

}  // namespace certus
