#pragma once

#include <cstdint>
#include <vector>

#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// The distribution of true p_A behind binomial counts, estimated for conversion to a larger budget.
///
/// votes / n scatters around p_A, so its distribution is too wide: with n = 100 an image of p_A = 0.9 shows
/// anything from 0.8 to 0.97, and every certified accuracy that is read from it is biased. Here the density
/// of z = Phi^-1(p_A) is a penalised spline (log density in 27 cubic B-splines, third differences penalised:
/// Eilers and Marx 1996), with atoms at p_A = 0 and 1 where the data reach them, in the manner of Efron's
/// g-modelling (Biometrika 2016). Its smoothness is chosen by Laplace's approximation to the marginal
/// likelihood. Images of unknown votes enter with what is known about them: fewer votes for the label than
/// the least that certifies. What is reported is the average over images of what their votes and the fitted
/// density together predict (empirical Bayes).
///
/// Intervals are those of the profile likelihood of the certified share, never narrower than the interval
/// that the same number of images with known p_A would give (Clopper-Pearson), and widened by a nearly
/// unpenalised profile where n votes hardly tell p_A from 1. They are approximate: docs/statistics.md has the
/// measured coverage, with the cases that fail.
class PaDeconvolution {
 public:
  struct Share {
    double value = 0.0;
    double lower = 0.0;
    double upper = 1.0;
    bool extrapolated = false;  ///< fewer than 3 votes of n are expected to miss: the shape there is a guess
  };

  /// P[Bin(n', p_A) >= k] averaged over the estimated distribution, k in [1, n'].
  Share certified_share(std::int64_t k, std::int64_t n, double confidence) const;

  /// P(p_A >= p) under the estimate, for looking at it.
  double share_at_least(double p) const;

 private:
  friend PaDeconvolution deconvolve(const PaDistribution& p_a, const Budget& source);

  /// Coefficients at one smoothness.
  struct Fit {
    double lambda = 0.0;
    std::vector<double> coefficients;
    std::vector<double> weights;  ///< of the nodes, then of the atoms
    double log_likelihood = 0.0;  ///< penalised
    double log_evidence = 0.0;
  };
  struct Pull;
  struct NewtonSystem;
  struct Range {
    double lower;
    double upper;
  };

  void lay_grid(const PaDistribution& p_a, std::int64_t censored_below);
  void fill_likelihood(const PaDistribution& p_a, std::int64_t censored_below);
  Fit solve(double lambda, std::vector<double> start, const Pull& pull, double tolerance,
            int most_steps) const;
  NewtonSystem newton_system(double lambda, const std::vector<double>& coefficients,
                             const std::vector<double>& weights, const Pull& pull) const;
  std::vector<double> weights_of(const std::vector<double>& coefficients) const;
  double penalised_log_likelihood(const std::vector<double>& coefficients, const std::vector<double>& weights,
                                  double lambda) const;
  std::vector<double> certified_chance(std::int64_t k, std::int64_t n) const;
  Range profile(const Fit& fit, const std::vector<double>& chance, double drop) const;
  std::vector<double> posterior_weights(const std::vector<double>& prior) const;
  std::size_t columns() const;
  std::size_t parameters() const;

  std::int64_t n_ = 0;
  double images_ = 0.0;
  double z_low_ = 0.0;
  double z_step_ = 0.0;
  bool atom_at_zero_ = false;
  bool atom_at_one_ = false;
  std::vector<double> cell_images_;  ///< images per cell of counts
  std::vector<double> likelihood_;   ///< P(cell | node), row by row
  Fit best_;
  std::vector<double> posterior_;  ///< weights averaged over images, given their votes
  Fit rough_;                      ///< nearly unpenalised: how far the data alone let mass move
};

PaDeconvolution deconvolve(const PaDistribution& p_a, const Budget& source);

}  // namespace certus
