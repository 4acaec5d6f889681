#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "certus/base/error.h"
#include "certus/logs/budget_search.h"
#include "certus/logs/load_log.h"
#include "certus/logs/near_constant.h"
#include "certus/record/record_seal.h"

namespace certus {

/// Something a reader of the log must know before building on it. `code` is stable and for machines.
struct Finding {
  std::string code;
  std::string message;
};

/// What rounding of the logged radii does: values as logged, and the range of values for the unrounded radii.
struct RoundingEffect {
  struct Accuracy {
    double radius = 0.0;
    double logged = 0.0;
    double mean =
        0.0;  ///< if every rounded radius stands for any of the counts that print to it, with equal chance
    double low = 0.0;   ///< ... for the smallest of these counts
    double high = 0.0;  ///< ... for the largest of these counts
  };
  double acr_logged = 0.0;
  double acr_mean = 0.0;  ///< every rounded radius replaced by its mean over the counts that print to it
  double acr_low = 0.0;
  double acr_high = 0.0;
  std::vector<Accuracy> accuracy;  ///< at the radii asked for
};

struct AuditResult {
  LoadedLog loaded;                           ///< label votes are not recovered for damaged logs
  std::vector<BudgetCandidate> budgets;       ///< under which every radius is attainable, likeliest first
  std::vector<double> alpha_consistent;       ///< of those, the alphas for the n claimed or likeliest
  std::optional<Budget> budget;               ///< the claimed one if the radii allow it, else the likeliest
  std::optional<RoundingEffect> rounding;     ///< for rounded logs with a known budget
  std::int64_t rows_at_largest_radius = 0;    ///< correct rows at the cap: limited by n, not by the model
  std::optional<NearConstant> near_constant;  ///< a classifier that hardly looks at its images
  SealState seal = SealState::kNone;          ///< whether the record is as its run left it
  std::vector<Finding> findings;              ///< empty: clean
};

struct AuditOptions {
  BudgetOptions claimed;  ///< what the log says, or is said, to be certified with
  std::vector<double> radii = {0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5};
  double acr_tolerance = 0.0005;      ///< rounding that changes ACR by more is a finding
  double accuracy_tolerance = 0.001;  ///< rounding that changes a certified accuracy by more is a finding
  /// Called for files that cannot be read as logs at all. They then have no result. Without this function the
  /// first such file is an error.
  std::function<void(const std::string& path, const Error& error)> on_unreadable = {};
};

/// Examines logs one by one and against each other; all are assumed to be of one data set.
std::vector<AuditResult> audit_logs(const std::vector<std::string>& paths, const AuditOptions& options);

}  // namespace certus
