#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certus/logs/budget_search.h"
#include "certus/logs/certification_log.h"
#include "certus/procedure/procedure.h"
#include "certus/record/run_manifest.h"
#include "certus/stats/certified_radius.h"

namespace certus {

/// What the user says of a log's budget, and of its radii.
struct BudgetOptions {
  std::optional<double> sigma;
  std::optional<std::int64_t> n;
  std::optional<double> alpha;
  bool as_printed = false;  ///< read rounded radii as the field does; see load_log

  /// The budget with these values, and `usual` ones for those that are absent.
  Budget or_usual(const Budget& usual) const {
    return {
        .n = n.value_or(usual.n), .alpha = alpha.value_or(usual.alpha), .sigma = sigma.value_or(usual.sigma)};
  }
};

/// Where a value of the budget comes from. A manifest takes precedence over an option; an option that
/// contradicts it is an error.
enum class Source { kUnknown, kManifest, kRecord, kOption, kPath, kRadii, kHabit };
std::string source_text(Source source);

template <typename Value>
struct Sourced {
  std::optional<Value> value;
  Source source = Source::kUnknown;
};

/// A log with everything that can be known about its budget, and the votes recovered from its radii.
struct LoadedLog {
  CertificationLog log;
  std::optional<RunManifest> manifest;
  /// What the manifest says was done; without one, what the columns and a budget that was given say. Null:
  /// not known.
  std::shared_ptr<const Procedure> procedure;
  Sourced<double> sigma;
  Sourced<std::int64_t> n;
  Sourced<double> alpha;
  std::vector<std::string> notes;  ///< for people: what was inferred, what stays unknown
  bool as_printed = false;         ///< its radii are rounded and read as if they were not

  bool has_budget() const { return sigma.value && n.value && alpha.value; }
  /// Whether every radius is that of a number of votes for one class (certified_radius).
  bool has_lattice_radii() const { return log.has_radii() && log.kind->has_lattice_radii; }
  /// Whether the writer rounded its radii, so that a radius stands for a range of them.
  bool has_rounded_radii() const {
    return log.has_radii() && !log.has_counts() && log.digits.kind != RadiusDigits::Kind::kRoundTrip;
  }
  /// The whole budget; fails, naming the option that would supply what is missing.
  Budget budget() const;
};

/// Reads a log and completes it: sigma, n and alpha from the manifest, else from the options, else inferred
/// (sigma from "noise_0.5" or "sigma_0.50" in the path, n and alpha from the lattice of radii); fails when a
/// radius exceeds the largest possible for a budget that was given, not inferred.
///
/// Rounded radii: many were rounded up and claim more than their votes prove. So each is read as a range
/// (CertificationLog::unrounded). Its lower end is the least radius that prints like it: the one of the
/// fewest votes that print like it, where the budget is known and not assumed; else half a unit of its last
/// digit less.
///
/// Votes of logs without counts: a correct image gets the middle one of the counts that print to its radius;
/// other images stay unknown.
///
/// With `as_printed` rounded radii are read as the field reads them: the radius as it stands, and the
/// smallest count whose radius reaches it, n when none does. This reproduces the published tables and the
/// published p_A curves digit for digit, but such radii are not certificates.
///
/// `reading` is for records under way; the kind is that of the manifest.
LoadedLog load_log(const std::string& path, const BudgetOptions& options = {}, ReadLogOptions reading = {});

/// The part of load_log that says where sigma, n and alpha come from, without inferring from radii: for the
/// audit, which reads damaged logs, too. The manifest, if any, is there already.
void settle_budget(LoadedLog& loaded, const BudgetOptions& options);

/// A log as it is read, with its manifest and the procedure that it names; fails where they do not fit.
LoadedLog read_with_manifest(const std::string& path, ReadLogOptions reading);

/// Sets the procedure where no manifest says it: as far as columns and a budget that was given tell.
void infer_procedure(LoadedLog& loaded);

/// The rows of a log as a procedure checks them.
RecordedRows recorded_rows(const LoadedLog& loaded);

/// A problem of a row, as a message that names file and line.
LogProblem problem_of_row(const CertificationLog& log, const RowProblem& problem);

/// What is known of a log's budget, as the search takes it; sigma must be known.
BudgetSearch claimed_budget(const LoadedLog& loaded);

}  // namespace certus
