#pragma once

#include <span>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/certified_radius.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/mixture_bounds.h"

namespace certus {

/// What can be said for sure about images whose votes are known, for every distribution of p_A. There
/// is no value, only an interval; it gets wide where n votes cannot distinguish the p_A that matter. All
/// images have one n, fixed before the votes.
///
/// The shares of images with at least y of n votes, for a few y, are bounded first. Then every distribution
/// of p_A that fits these bounds is considered (mixture_bounds.h; F-localization, Ignatiadis and Wager 2022).
/// Votes that a rounded radius leaves open, and votes of images that abstained in a foreign log, count
/// against the bounds.

/// Interval for the mean over images of a chance that rises with their p_A. It makes two statements, each
/// with probability at least `confidence`. If the images are drawn at random, it contains the mean over all
/// such images. And for these very images, whatever they are, it contains their mean.
///
/// The y are fixed beforehand. They lie around the p at which the chance rises, at most 13 of them, and each
/// gets an equal part of the failure probability (mean_chance_interval). The chance must not depend on the
/// votes.
Interval guaranteed_mean(const PaDistribution& p_a, const RisingChance& chance, double confidence);

/// Interval for the certified accuracy at `target`: guaranteed_mean of P[Bin(N, p_A) >= k_min(radius)], at
/// each radius by itself. For the images at hand that is what certifying them at the target gives in
/// expectation.
///
/// In a log with counts p_A is that of the label. In a foreign log an image counts as far as its label was
/// chosen as the class to certify; so the accuracy is that of certification with as many votes for the
/// choice.
///
/// `value` of the result is NaN.
Estimate guaranteed_accuracy(const PaDistribution& p_a, double radius, const Budget& target,
                             double confidence);

/// P(votes / n >= p) on a rising grid, with a band for the distribution of p_A itself: with probability at
/// least `confidence`, over images drawn at random and their votes, P(p_A >= p) lies in it at every p at
/// once. It comes from the band of Dvoretzky, Kiefer and Wolfowitz for the votes. On a fine grid it is
/// computed at every few p only, and between them it has the outer ends of the neighbours.
std::vector<Estimate> p_a_itself(const PaDistribution& p_a, std::span<const double> grid, double confidence);

}  // namespace certus
