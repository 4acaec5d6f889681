#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/logs/load_log.h"
#include "certus/logs/near_constant.h"
#include "certus/metrics/draws_spent.h"
#include "certus/metrics/estimate.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/load_logs.h"
#include "certus/stats/clopper_pearson.h"

namespace certus {

struct EvaluationOptions {
  std::vector<double> radii = {};     ///< rising; empty: radii_to_show
  std::vector<double> p = usual_p();  ///< rising, in [0, 1]
  double confidence = 0.95;           ///< of intervals and bands over the images
  double rho = 0.001;                 ///< failure probability of the data-set-wide statement
  bool per_class = false;             ///< evaluate every true class, too
  bool p_a_itself = true;             ///< compute the band for p_A itself, which takes a moment
};

/// What is near the ACR of a log with rounded radii, which is the mean of what was surely proven.
struct RoundedAcr {
  double most = 0.0;     ///< mean of the largest radii that the rounded ones can stand for
  double printed = 0.0;  ///< mean of the radii as printed
};

/// What the rows of a log, or of one of its classes, say.
struct Evaluation {
  std::int64_t rows = 0;
  std::int64_t abstained = 0;
  Estimate clean;                              ///< clean accuracy
  std::optional<double> acr;                   ///< empty for prediction logs and anytime records
  std::optional<RoundedAcr> rounded_acr = {};  ///< where there is an ACR and rounded radii leave it open
  std::vector<Estimate> accuracy;              ///< certified accuracy at the radii; empty for prediction logs
  std::vector<Estimate> p_a;  ///< P(p_A >= p) at the p; empty when votes for the label are unknown
};

struct ClassEvaluation {
  int label = 0;
  std::string name;  ///< empty: it has a number only
  Evaluation evaluation;
};

/// The data-set-wide statement: with probability at least 1 - rho, at most this many certificates are false.
/// The certificate of a rounded radius is the least radius that it can stand for.
struct FalseCertificates {
  std::int64_t most = 0;
  double share = 0.0;        ///< of all rows
  double cohen_share = 0.0;  ///< what the closed form of Cohen et al. says instead
};

/// A log and what it says.
struct LogEvaluation {
  std::string name;  ///< for tables
  LoadedLog loaded;
  Evaluation whole;
  std::vector<ClassEvaluation> classes;                 ///< by rising label; empty unless asked for
  std::optional<NearConstant> near_constant;            ///< a classifier that hardly looks at its images
  std::optional<DrawsSpent> draws;                      ///< of anytime records
  std::optional<FalseCertificates> false_certificates;  ///< empty when alpha is unknown or only assumed, or
                                                        ///< rounded radii are read as printed
  std::vector<Estimate> p_a_itself;       ///< P(p_A >= p) at the p, with a band for p_A and not for votes / n
  std::optional<double> uncertain_below;  ///< share of votes below which P(p_A >= p) is a lower bound
};

/// Evaluates one log.
/// @param class_names  by label; empty: numbers only. Names that only repeat the numbers are not shown.
LogEvaluation evaluate_log(LoadedLog loaded, std::string name, const EvaluationOptions& options,
                           const std::vector<std::string>& class_names = {});

/// Several logs, all over the same radii and p. The band for p_A itself is left out unless there is one log.
struct LogEvaluations {
  EvaluationOptions options;  ///< with the radii that were used
  std::vector<LogEvaluation> logs;
  std::vector<UnreadLog> unread;  ///< left out
};

/// Evaluates all logs that could be read.
/// @param names        of the logs, for tables
/// @param class_names  of each log, by label; empty: numbers only
LogEvaluations evaluate_logs(ReadLogs logs, const std::vector<std::string>& names, EvaluationOptions options,
                             const std::vector<std::vector<std::string>>& class_names = {});

/// The radii at which to show these logs: for a single record that was decided at given radii, those; else
/// usual_radii up to the largest radius that was logged.
std::vector<double> radii_to_show(std::span<const LoadedLog> logs);

/// The class with the smallest value; the first of equals. There is at least one class.
const ClassEvaluation& worst_class(const std::vector<ClassEvaluation>& classes,
                                   const std::function<double(const Evaluation&)>& value_of);

/// Interval of the smallest true value over the classes, which knows that the class was selected
/// (interval_of_smallest). For values that are shares of the rows.
Interval interval_of_worst(const std::vector<ClassEvaluation>& classes,
                           const std::function<double(const Evaluation&)>& value_of, double confidence);

}  // namespace certus
