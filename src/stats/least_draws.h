#pragma once

#include "certus/stats/probability.h"

namespace certus {

/// A lower bound on the mean number of draws of *any* valid rule that decides whether p > p0: no cleverness
/// gets below it.
///
/// Let a rule look at the votes for all classes, one draw after the other, stop when it likes and claim p >
/// p0 or not; it may toss coins. Let it be valid: whenever the chosen class has p <= p0, it claims with
/// probability at most alpha. Then, on an image whose chosen class has p > p0 and on which it claims with
/// probability at least `power`, its mean number of draws E[T] is at least
///   d(power, alpha) / KL(p, p0),
/// with d(x, y) = KL(x, y) = x ln(x/y) + (1-x) ln((1-x)/(1-y)). With a power of 1 this is ln(1/alpha) /
/// KL(p, p0).
///
/// Proof (Wald 1945). Let E[T] be finite, else nothing is to be shown. Beside the image think of another, Q,
/// on which the chosen class has probability p0 and the others keep their proportions. One vote tells the two
/// apart by p ln(p/p0) + (1-p) ln((1-p)/(1-p0)) = KL(p, p0) in the mean, so by Wald's identity the logarithm
/// of the likelihood ratio of all votes up to T has the mean E[T] KL(p, p0). No event shows more than all
/// votes do (data processing), so this is at least d(P(claim), Q(claim)). Q(claim) <= alpha < power <=
/// P(claim), and d grows when its arguments move apart. QED
///
/// @return 0 where power <= alpha or p <= p0
double least_mean_draws(Probability p, Probability p0, double power, double alpha);

}  // namespace certus
