#include "certus/metrics/budget_conversion.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "certus/base/error.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/deconvolution.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/expected_certification.h"

namespace certus {
namespace {

using Group = PaDistribution::Group;

Probability observed_share(const Group& group) {
  const auto total = static_cast<double>(group.n);
  return {static_cast<double>(group.votes) / total, static_cast<double>(group.n - group.votes) / total};
}

/// Mean over `images` images, those of the groups and others that count 0, of a function of their votes.
template <typename Function>
double mean_over(const std::vector<Group>& groups, std::int64_t images, Function function) {
  double sum = 0.0;
  for (const Group& group : groups) sum += static_cast<double>(group.images) * function(group);
  return sum / static_cast<double>(images);
}

template <typename Function>
double mean_over_images(const PaDistribution& p_a, Function function) {
  return mean_over(p_a.groups(), p_a.images(), function);
}

/// Interval for a mean of m values in [0, 1], as if each were the outcome of one re-certification, whose
/// exact interval is Clopper-Pearson's; the mean varies less than such draws. Successes are rounded outward.
/// @param least, most  what the mean can be, given all that is not known of the votes
Estimate with_interval(double radius, double value, double least, double most, std::int64_t images,
                       double confidence) {
  const auto low = static_cast<std::int64_t>(std::floor(least * static_cast<double>(images) + 1e-9));
  const auto high = static_cast<std::int64_t>(std::ceil(most * static_cast<double>(images) - 1e-9));
  return {radius, value, clopper_pearson_interval(low, images, 1.0 - confidence).lower,
          clopper_pearson_interval(std::min(high, images), images, 1.0 - confidence).upper};
}

/// The share of images that reach the target, where `chance` is the chance of an image with these votes. The
/// ends of the interval take as few and as many votes as rounded radii allow. For the upper end, images of
/// unknown votes have as many as they can: those that abstained one less than certifies, the others as many
/// as a certified class leaves.
template <typename Chance>
Estimate mean_chance(const PaDistribution& p_a, const Budget& source, double radius, double confidence,
                     Chance chance) {
  const double value = mean_over_images(p_a, chance);
  if (!p_a.has_one_n()) return with_interval(radius, value, value, value, p_a.images(), confidence);
  const auto with_votes_of = [&](const std::vector<Group>* groups) {
    return groups == nullptr ? value : mean_over(*groups, p_a.images(), chance);
  };
  double most = with_votes_of(p_a.most_groups());
  if (p_a.unknown_images() > 0) {
    const std::int64_t certified = k_min(0.0, source).value_or(source.n);
    const std::vector<Group> unknown{
        {.votes = certified - 1, .images = p_a.unknown_abstained(), .n = source.n},
        {.votes = source.n - certified,
         .images = p_a.unknown_images() - p_a.unknown_abstained(),
         .n = source.n}};
    most += mean_over(unknown, p_a.images(), chance);
  }
  return with_interval(radius, value, std::min(value, with_votes_of(p_a.least_groups())),
                       std::max(value, most), p_a.images(), confidence);
}

/// The estimated distributions behind the votes and, where radii are rounded, behind the least and the most
/// votes that they allow.
class Estimated {
 public:
  Estimated(const PaDistribution& p_a, const Budget& source) : value_(deconvolve(p_a, source)) {
    if (p_a.least_groups() == nullptr) return;
    least_ = deconvolve(p_a.of_least_votes(), source);
    most_ = deconvolve(p_a.of_most_votes(), source);
  }
  PaDeconvolution::Share certified_share(std::int64_t k, std::int64_t n, double confidence) const {
    PaDeconvolution::Share share = value_.certified_share(k, n, confidence);
    if (least_) share.lower = std::min(share.lower, least_->certified_share(k, n, confidence).lower);
    if (most_) share.upper = std::max(share.upper, most_->certified_share(k, n, confidence).upper);
    return share;
  }

 private:
  PaDeconvolution value_;
  std::optional<PaDeconvolution> least_, most_;
};

double plug_in_acr(const PaDistribution& p_a, const Budget& target) {
  return mean_over_images(
      p_a, [&](const Group& group) { return plug_in_radius(observed_share(group).p, target); });
}

/// Expected ACR through a table of all radii of the target; its size limits n.
std::optional<double> expected_acr(const PaDistribution& p_a, const Budget& target) {
  constexpr std::int64_t kTableLimit = 200'000;
  if (target.n > kTableLimit) return std::nullopt;
  const auto first = k_min(0.0, target);
  if (!first) return 0.0;
  std::vector<double> radius(static_cast<std::size_t>(target.n) + 1);
  for (std::int64_t k = *first; k <= target.n; ++k)
    radius[static_cast<std::size_t>(k)] = *certified_radius(k, target);
  return mean_over_images(p_a, [&](const Group& group) {
    return expected_radius(observed_share(group), target, *first, radius);
  });
}

/// A log of unknown budget is only ever used as it is. A record whose images stopped is changed by any
/// budget: it becomes a record with the same number of votes for every image.
bool leaves_budget(const LoadedLog& loaded, const BudgetChange& change) {
  return change.is_empty() || (loaded.log.has_one_n() && change.of(loaded.budget()) == loaded.budget());
}

}  // namespace

std::string method_text(ConversionMethod method) {
  switch (method) {
    case ConversionMethod::kPlugIn:
      return "plug-in";
    case ConversionMethod::kExpected:
      return "expected";
    case ConversionMethod::kPredictive:
      return "predictive";
    case ConversionMethod::kGuaranteed:
      return "guaranteed";
  }
  return "";
}

Conversion convert_budget(const PaDistribution& p_a, const Budget& source, const Budget& target,
                          std::span<const double> radii, ConversionMethod method, double confidence) {
  CERTUS_CHECK(source.sigma == target.sigma && source.n == p_a.n());
  CERTUS_CHECK(p_a.has_one_n() || !needs_one_n(method));
  Conversion conversion{.method = method, .accuracy = {}, .extrapolated = {}};
  std::optional<Estimated> estimated;
  if (method == ConversionMethod::kPredictive && target.n > source.n) estimated.emplace(p_a, source);

  for (const double radius : radii) {
    const auto k = k_min(radius, target);
    if (!k) {
      conversion.accuracy.push_back({radius, 0.0, 0.0, 0.0});  // no model has any there
      conversion.extrapolated.push_back(false);
      continue;
    }
    if (method == ConversionMethod::kGuaranteed) {
      conversion.accuracy.push_back(guaranteed_accuracy(p_a, radius, target, confidence));
      conversion.extrapolated.push_back(false);
      continue;
    }
    if (estimated) {
      const auto converted = estimated->certified_share(*k, target.n, confidence);
      conversion.accuracy.push_back({radius, converted.value, converted.lower, converted.upper});
      conversion.extrapolated.push_back(converted.extrapolated);
      continue;
    }
    const double needed = static_cast<double>(*k) / static_cast<double>(target.n);
    conversion.accuracy.push_back(mean_chance(p_a, source, radius, confidence, [&](const Group& group) {
      switch (method) {
        case ConversionMethod::kPlugIn:
          return observed_share(group).p >= needed ? 1.0 : 0.0;
        case ConversionMethod::kExpected:
          return saturating_upper_tail(*k, target.n, observed_share(group));
        case ConversionMethod::kPredictive:
          return hypergeometric_upper_tail(*k, p_a.n(), group.votes, target.n);
        case ConversionMethod::kGuaranteed:
          break;
      }
      return 0.0;
    }));
    conversion.extrapolated.push_back(false);
  }
  return conversion;
}

std::optional<double> convert_acr(const PaDistribution& p_a, const Budget& target, ConversionMethod method) {
  switch (method) {
    case ConversionMethod::kPlugIn:
      return plug_in_acr(p_a, target);
    case ConversionMethod::kExpected:
      return expected_acr(p_a, target);
    case ConversionMethod::kPredictive:
    case ConversionMethod::kGuaranteed:
      break;
  }
  return std::nullopt;
}

std::optional<AcrRange> convert_acr_range(const PaDistribution& p_a, const Budget& target,
                                          ConversionMethod method) {
  if (!p_a.has_one_n() || p_a.least_groups() == nullptr) return std::nullopt;
  const std::optional<double> least = convert_acr(p_a.of_least_votes(), target, method);
  if (!least) return std::nullopt;
  return AcrRange{.least = *least, .most = *convert_acr(p_a.of_most_votes(), target, method)};
}

std::vector<Estimate> certified_accuracy_at(const LoadedLog& loaded, const BudgetChange& change,
                                            std::span<const double> radii, double confidence) {
  if (leaves_budget(loaded, change)) return certified_accuracy(loaded.log, radii, confidence);
  const Budget source = loaded.budget();
  return convert_budget(PaDistribution(loaded.log, source.n), source, change.of(source), radii,
                        ConversionMethod::kPlugIn, confidence)
      .accuracy;
}

std::optional<double> acr_at(const LoadedLog& loaded, const BudgetChange& change) {
  if (leaves_budget(loaded, change)) {
    if (!loaded.log.has_one_n()) return std::nullopt;
    return average_certified_radius(loaded.log);
  }
  const Budget source = loaded.budget();
  return plug_in_acr(PaDistribution(loaded.log, source.n), change.of(source));
}

std::optional<double> most_acr_at(const LoadedLog& loaded, const BudgetChange& change) {
  if (leaves_budget(loaded, change)) {
    if (!loaded.log.has_one_n() || loaded.log.unrounded.empty()) return std::nullopt;
    return most_average_radius(loaded.log);
  }
  if (loaded.as_printed) return std::nullopt;
  const Budget source = loaded.budget();
  const auto range =
      convert_acr_range(PaDistribution(loaded.log, source.n), change.of(source), ConversionMethod::kPlugIn);
  return range ? std::optional(range->most) : std::nullopt;
}

std::vector<double> steps_of_accuracy(const LoadedLog& loaded, const BudgetChange& change, std::size_t most) {
  std::set<double> steps;
  if (leaves_budget(loaded, change)) {
    for (std::size_t row = 0; row < loaded.log.rows() && steps.size() <= most; ++row) {
      if (loaded.log.is_correct(row)) steps.insert(loaded.log.radius_range(row).low);
    }
  } else {
    const Budget target = change.of(loaded.budget());
    const auto first = k_min(0.0, target);
    for (std::int64_t k = first.value_or(target.n + 1); k <= target.n && steps.size() <= most; ++k)
      steps.insert(*certified_radius(k, target));
  }
  if (steps.size() > most) return {};
  return {steps.begin(), steps.end()};
}

double largest_radius_at(std::span<const LoadedLog> logs, const BudgetChange& change) {
  double largest = 0.0;
  for (const LoadedLog& loaded : logs) {
    if (leaves_budget(loaded, change)) {
      for (const double radius : loaded.log.radius) largest = std::max(largest, radius);
    } else {
      largest = std::max(largest, largest_radius(change.of(loaded.budget())).value_or(0.0));
    }
  }
  return largest;
}

}  // namespace certus
