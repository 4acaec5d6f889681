#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/metrics/estimate.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// How votes at one budget are turned into certified accuracy at another, without running the model again.
enum class ConversionMethod {
  /// The paper's way (App. B.1): the least share of votes that certifies r at the target is looked up in
  /// the empirical distribution. This assumes that p_A is votes / n and that the target's count is equal
  /// to its mean.
  kPlugIn,
  /// Assumes p_A = votes / n, but lets the target's votes be binomial: mean of P[Bin(N', votes / n) >= k*].
  kExpected,
  /// Assumes neither, and is right also when n is small. For N' <= n it is the probability that N' of the n
  /// votes, drawn without replacement, certify r (hypergeometric). This is unbiased for every distribution of
  /// p_A. For N' > n the distribution of p_A is first estimated from the counts (deconvolution.h). Both
  /// assume that n was fixed before the votes, so this method is not for anytime records.
  kPredictive,
  /// No value, but an interval that holds for every distribution of p_A (guaranteed_accuracy). Like
  /// predictive,
  /// not for anytime records.
  kGuaranteed,
};
inline constexpr std::array kConversionMethods = {ConversionMethod::kPlugIn, ConversionMethod::kExpected,
                                                  ConversionMethod::kPredictive,
                                                  ConversionMethod::kGuaranteed};
/// Whether a method can only convert votes of an n that was fixed before them.
inline bool needs_one_n(ConversionMethod method) {
  return method == ConversionMethod::kPredictive || method == ConversionMethod::kGuaranteed;
}
std::string method_text(ConversionMethod method);

/// Which parts of a budget are replaced: the votes, alpha, both or neither.
struct BudgetChange {
  std::optional<std::int64_t> n;
  std::optional<double> alpha;

  bool is_empty() const { return !n && !alpha; }
  Budget of(const Budget& source) const {
    return {.n = n.value_or(source.n), .alpha = alpha.value_or(source.alpha), .sigma = source.sigma};
  }
};

struct Conversion {
  ConversionMethod method = ConversionMethod::kPlugIn;
  std::vector<Estimate> accuracy;  ///< at each radius, with an interval; values of guaranteed are NaN
  std::vector<bool> extrapolated;  ///< predictive only: n votes cannot tell what the target asks
};

/// Certified accuracy at `target` of the model whose votes, at source.n, are given. Source and target have
/// the same sigma: noise of another strength is another classifier.
///
/// Intervals, with the given confidence at each radius by itself: exact over the images for plug-in,
/// approximate in the same way for expected and for predictive with N' <= n, none of which takes account of
/// the error of votes / n; for predictive with N' > n those of the estimated distribution. Their ends take as
/// few and as many votes as a log leaves open: rounded radii stand for several counts, and foreign logs do
/// not tell the votes of images that were not certified right.
Conversion convert_budget(const PaDistribution& p_a, const Budget& source, const Budget& target,
                          std::span<const double> radii, ConversionMethod method, double confidence);

/// ACR at the target budget, with votes / n for p_A: plug-in (the radius of round(N' votes / n) votes) or
/// expected. Empty for predictive and guaranteed, which give shares and not radii, and for expected beyond n
/// = 200,000, where the table of radii gets long.
std::optional<double> convert_acr(const PaDistribution& p_a, const Budget& target, ConversionMethod method);

/// convert_acr of as few and as many votes as rounded radii stand for; images of unknown votes count 0.
/// Empty where convert_acr is, and where rounding leaves nothing open.
struct AcrRange {
  double least = 0.0;
  double most = 0.0;
};
std::optional<AcrRange> convert_acr_range(const PaDistribution& p_a, const Budget& target,
                                          ConversionMethod method);

/// Certified accuracy and ACR of a log: from its radii where `change` leaves its budget as it is
/// (certified_accuracy, average_certified_radius), else by plug-in. From radii, an anytime record has no ACR:
/// its radii are those that were asked for, or what was known when the image stopped.
std::vector<Estimate> certified_accuracy_at(const LoadedLog& loaded, const BudgetChange& change,
                                            std::span<const double> radii, double confidence);
std::optional<double> acr_at(const LoadedLog& loaded, const BudgetChange& change);
/// The largest that acr_at can be, given what rounded radii stand for; empty where they leave nothing open.
std::optional<double> most_acr_at(const LoadedLog& loaded, const BudgetChange& change);

/// The radii beyond which certified_accuracy_at may fall, in rising order: those logged, or the lattice of
/// the changed budget. Empty where there are more than `most`.
std::vector<double> steps_of_accuracy(const LoadedLog& loaded, const BudgetChange& change, std::size_t most);

/// The largest radius to show: the largest that was logged, or that the changed budgets can certify; 0 when
/// there is none.
double largest_radius_at(std::span<const LoadedLog> logs, const BudgetChange& change);

}  // namespace certus
