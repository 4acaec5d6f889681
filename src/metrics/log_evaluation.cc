#include "certus/metrics/log_evaluation.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/class_view.h"
#include "certus/metrics/guaranteed_conversion.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/metrics/selected_share.h"
#include "certus/stats/dataset_statement.h"

namespace certus {
namespace {

/// Anytime radii are those that were asked for, or known to within a width: their mean says nothing.
std::optional<double> acr_of(const CertificationLog& log) {
  return log.has_one_n() ? std::optional(average_certified_radius(log)) : std::nullopt;
}

std::optional<DrawsSpent> draws_of(const LoadedLog& loaded) {
  return loaded.log.has_one_n() ? std::nullopt : std::optional(draws_spent(loaded));
}

/// The radii that a record was decided at: between them it says less than it could.
std::optional<std::vector<double>> decided_radii(const LoadedLog& loaded) {
  if (!loaded.procedure || loaded.procedure->asked_radii().empty()) return std::nullopt;
  return loaded.procedure->asked_radii();
}

Evaluation evaluate(const CertificationLog& log, const std::optional<std::int64_t>& n,
                    const EvaluationOptions& options) {
  Evaluation evaluation{.rows = static_cast<std::int64_t>(log.rows()),
                        .abstained = abstentions(log),
                        .clean = clean_accuracy(log, options.confidence),
                        .acr = {},
                        .accuracy = {},
                        .p_a = {}};
  if (log.has_radii()) {
    evaluation.acr = acr_of(log);
    if (evaluation.acr && !log.unrounded.empty())
      evaluation.rounded_acr = {.most = most_average_radius(log), .printed = printed_average_radius(log)};
    evaluation.accuracy = certified_accuracy(log, options.radii, options.confidence);
  }
  if (n && !log.label_votes.empty())
    evaluation.p_a = PaDistribution(log, *n).curve(options.p, options.confidence);
  return evaluation;
}

/// Whether class names say more than the numbers of the classes. Those of MNIST do not.
bool are_telling(const std::vector<std::string>& class_names) {
  for (std::size_t label = 0; label < class_names.size(); ++label) {
    if (class_names[label] != std::to_string(label)) return true;
  }
  return false;
}

std::vector<ClassEvaluation> evaluate_classes(const LoadedLog& loaded, const EvaluationOptions& options,
                                              const std::vector<std::string>& class_names) {
  const bool named = are_telling(class_names);
  std::vector<ClassEvaluation> classes;
  for (const int label : classes_of(loaded.log)) {
    classes.push_back({.label = label,
                       .name = named ? class_names[static_cast<std::size_t>(label)] : "",
                       .evaluation = evaluate(rows_of_class(loaded.log, label), loaded.n.value, options)});
  }
  return classes;
}

std::optional<FalseCertificates> false_certificates(const LoadedLog& loaded, double rho) {
  // Never computed from an assumed alpha: the statement would be only as good as the guess.
  if (!loaded.alpha.value || loaded.alpha.source == Source::kHabit) return std::nullopt;
  if (!loaded.log.has_radii()) return std::nullopt;
  // Radii that were rounded up and are read as printed are not certificates.
  if (loaded.as_printed && !loaded.log.digits.down) return std::nullopt;
  const auto rows = static_cast<std::int64_t>(loaded.log.rows());
  const std::int64_t most = most_false_certificates(rows, *loaded.alpha.value, rho);
  return FalseCertificates{.most = most,
                           .share = static_cast<double>(most) / static_cast<double>(rows),
                           .cohen_share = cohen_false_share(rows, *loaded.alpha.value, rho)};
}

/// Votes of a foreign log are known only for images that were certified right.
std::optional<double> uncertain_below(const LoadedLog& loaded) {
  if (loaded.log.has_counts() || !loaded.has_budget()) return std::nullopt;
  const Budget budget = loaded.budget();
  const auto least = k_min(0.0, budget);
  return least ? std::optional(static_cast<double>(*least) / static_cast<double>(budget.n)) : std::nullopt;
}

/// The band of an anytime record is for p_A already.
std::vector<Estimate> band_of_p_a(const LoadedLog& loaded, const EvaluationOptions& options) {
  if (!loaded.log.has_one_n()) return {};
  return p_a_itself(PaDistribution(loaded.log, *loaded.n.value), options.p, options.confidence);
}

}  // namespace

LogEvaluation evaluate_log(LoadedLog loaded, std::string name, const EvaluationOptions& options,
                           const std::vector<std::string>& class_names) {
  EvaluationOptions used = options;
  if (used.radii.empty()) used.radii = radii_to_show({&loaded, 1});
  LogEvaluation log;
  log.name = std::move(name);
  log.whole = evaluate(loaded.log, loaded.n.value, used);
  if (used.per_class) log.classes = evaluate_classes(loaded, used, class_names);
  log.near_constant = near_constant(loaded.log);
  log.draws = draws_of(loaded);
  log.false_certificates = false_certificates(loaded, used.rho);
  log.uncertain_below = uncertain_below(loaded);
  if (used.p_a_itself && !log.whole.p_a.empty()) log.p_a_itself = band_of_p_a(loaded, used);
  log.loaded = std::move(loaded);
  return log;
}

LogEvaluations evaluate_logs(ReadLogs logs, const std::vector<std::string>& names, EvaluationOptions options,
                             const std::vector<std::vector<std::string>>& class_names) {
  CERTUS_CHECK(names.size() == logs.logs.size());
  CERTUS_CHECK(class_names.empty() || class_names.size() == logs.logs.size());
  if (options.radii.empty()) options.radii = radii_to_show(logs.logs);
  options.p_a_itself = options.p_a_itself && logs.logs.size() == 1;
  LogEvaluations found{.options = std::move(options), .logs = {}, .unread = std::move(logs.unread)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    found.logs.push_back(evaluate_log(std::move(logs.logs[i]), names[i], found.options,
                                      class_names.empty() ? std::vector<std::string>() : class_names[i]));
  }
  return found;
}

std::vector<double> radii_to_show(std::span<const LoadedLog> logs) {
  if (logs.size() == 1) {
    if (auto radii = decided_radii(logs.front())) return *std::move(radii);
  }
  double largest = 0.0;
  for (const LoadedLog& loaded : logs) {
    for (const double radius : loaded.log.radius) largest = std::max(largest, radius);
  }
  return usual_radii(largest);
}

const ClassEvaluation& worst_class(const std::vector<ClassEvaluation>& classes,
                                   const std::function<double(const Evaluation&)>& value_of) {
  CERTUS_CHECK(!classes.empty());
  return *std::min_element(classes.begin(), classes.end(), [&](const auto& a, const auto& b) {
    return value_of(a.evaluation) < value_of(b.evaluation);
  });
}

Interval interval_of_worst(const std::vector<ClassEvaluation>& classes,
                           const std::function<double(const Evaluation&)>& value_of, double confidence) {
  std::vector<Candidate> candidates;
  for (const ClassEvaluation& one : classes) {
    const std::int64_t rows = one.evaluation.rows;
    const double count = value_of(one.evaluation) * static_cast<double>(rows);
    candidates.push_back({{std::llround(count), rows}});
  }
  return interval_of_smallest(candidates, 1.0 - confidence);
}

}  // namespace certus
