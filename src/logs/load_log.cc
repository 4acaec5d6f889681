#include "certus/logs/load_log.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/logs/log_path.h"
#include "certus/logs/radius_lattice.h"
#include "certus/procedure/procedures.h"
#include "certus/procedure/randomized.h"
#include "certus/record/record_seal.h"

namespace certus {
namespace {

template <typename Value>
void settle(const std::string& path, const char* name, Sourced<Value>& into,
            const std::optional<Value>& fixed, Source fixed_source, const std::optional<Value>& option) {
  if (fixed) {
    if (option && *option != *fixed) {
      fail(ErrorKind::kConfig, path, ": ", name, " is ", *fixed, " in its ", source_text(fixed_source),
           ", but ", *option, " was given; leave it out");
    }
    into = {fixed, fixed_source};
  } else if (option) {
    into = {option, Source::kOption};
  }
}

/// Fails when one of n and alpha was given and the radii clearly show another budget.
void check_not_contradicted(const LoadedLog& loaded, const LoggedRadii& radii) {
  if (loaded.n.source != Source::kOption && loaded.alpha.source != Source::kOption) return;
  const auto free = consistent_budgets(radii, {.sigma = *loaded.sigma.value, .n = {}, .alpha = {}});
  if (free.empty() || !free.front().is_sure) return;
  fail(ErrorKind::kConfig, loaded.log.path, ": its radii do not fit the given ",
       loaded.n.value ? "n" : "alpha", ": ", radii.at_largest, " images share the largest radius ",
       radii.largest(), ", which is the largest possible with n = ", free.front().n,
       ", alpha = ", free.front().alpha, "; expected both n and alpha, or neither");
}

void infer_budget(LoadedLog& loaded) {
  if (!loaded.sigma.value || !loaded.has_lattice_radii()) return;
  LoggedRadii radii = logged_radii(loaded.log);
  if (radii.empty()) return;
  loaded.log.digits.down = radii.digits.down = were_cut_off(radii, claimed_budget(loaded));
  if (loaded.n.value && loaded.alpha.value) return;
  const auto candidates = consistent_budgets(radii, claimed_budget(loaded));
  if (candidates.empty() || !candidates.front().is_sure) check_not_contradicted(loaded, radii);
  if (candidates.empty()) {
    loaded.notes.push_back(
        "no usual n and alpha fit all its radii, and none were given; an audit names the radii that do not "
        "fit");
    return;
  }
  const BudgetCandidate& best = candidates.front();
  const auto sure = std::count_if(candidates.begin(), candidates.end(), [](auto& c) { return c.is_sure; });
  const bool told = sure == 1 || candidates.size() == 1;
  const Source source = told ? Source::kRadii : Source::kHabit;
  if (!loaded.n.value) loaded.n = {best.n, source};
  if (!loaded.alpha.value) loaded.alpha = {best.alpha, source};
  if (!told) {
    loaded.notes.push_back(join_text(
        "its radii fit ", candidates.size(), " budgets, so n = ", best.n, " and alpha = ", best.alpha,
        " are assumed, which are the most usual; they can be given if they are known"));
  }
}

void check_largest_radius(const LoadedLog& loaded) {
  // n and alpha that were inferred fit the radii by construction.
  const auto given = [](Source source) {
    return source == Source::kManifest || source == Source::kRecord || source == Source::kOption;
  };
  if (!loaded.sigma.value || !given(loaded.n.source) || !given(loaded.alpha.source)) return;
  if (loaded.log.kind == &randomized_kind()) return;  // may exceed it, as far as its uniform number says
  const Budget budget = loaded.budget();
  const double cap = largest_radius(budget).value_or(0.0);
  const auto& radius = loaded.log.radius;
  for (std::size_t row = 0; row < radius.size(); ++row) {
    if (radius[row] <= cap || unrounded_range(radius[row], loaded.log.digits).low <= cap) continue;
    fail(ErrorKind::kData, Remedy{"audit"}, loaded.log.path, ':', row + 2, ": column 'radius': found '",
         radius[row], "', expected at most ", cap, ", the largest possible for n = ", budget.n,
         ", alpha = ", budget.alpha, ", sigma = ", budget.sigma, "; certified with another budget?");
  }
}

/// Fails unless every radius is what its votes prove.
void check_rows(const LoadedLog& loaded) {
  const CertificationLog& log = loaded.log;
  if (!loaded.procedure || !log.has_counts()) return;
  const std::vector<RowProblem> wrong = loaded.procedure->row_problems(recorded_rows(loaded));
  if (wrong.empty()) return;
  const auto alike = std::count_if(wrong.begin(), wrong.end(),
                                   [&](const RowProblem& each) { return each.code == wrong.front().code; });
  fail(ErrorKind::kData, problem_of_row(log, wrong.front()).message, " (", alike,
       alike == 1 ? " such row)" : " such rows)");
}

/// Says what rounded radii can stand for. An assumed budget must not narrow it.
void undo_rounding(LoadedLog& loaded) {
  if (!loaded.has_rounded_radii()) return;
  CertificationLog& log = loaded.log;
  const bool is_lattice_known = loaded.has_budget() && loaded.has_lattice_radii() &&
                                loaded.n.source != Source::kHabit && loaded.alpha.source != Source::kHabit;
  for (const double radius : log.radius) {
    const auto [entry, is_new] = log.unrounded.try_emplace(radius, unrounded_range(radius, log.digits));
    if (!is_new) continue;
    if (log.digits.down) entry->second.low = radius;
    if (!is_lattice_known) continue;
    if (const auto cell = lattice_cell(radius, log.digits, loaded.budget()))
      entry->second = {cell->radius_low, cell->radius_high};
  }
}

/// The votes behind a radius: the middle of those that print to it, or as the published curves have it.
std::int64_t votes_behind(double radius, const std::optional<LatticeCell>& cell, const Budget& budget,
                          bool as_printed) {
  if (cell && !as_printed) return cell->k_low + (cell->k_high - cell->k_low) / 2;
  return k_min(radius, budget).value_or(budget.n);
}

void recover_votes(LoadedLog& loaded) {
  CertificationLog& log = loaded.log;
  if (log.has_counts() || !log.has_radii() || !loaded.has_budget()) return;
  const Budget budget = loaded.budget();
  std::unordered_map<double, std::int64_t> known;  // logs repeat a few hundred rounded values
  log.label_votes.reserve(log.rows());
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (!log.is_correct(row)) {
      log.label_votes.push_back(CertificationLog::kUnknownVotes);
      continue;
    }
    const auto [entry, is_new] = known.try_emplace(log.radius[row], 0);
    if (is_new) {
      const auto cell = lattice_cell(log.radius[row], log.digits, budget);
      entry->second = votes_behind(log.radius[row], cell, budget, loaded.as_printed);
      log.votes_of_radius[log.radius[row]] =
          cell ? VoteRange{cell->k_low, cell->k_high} : VoteRange{entry->second, entry->second};
    }
    log.label_votes.push_back(entry->second);
  }
}

}  // namespace

std::string source_text(Source source) {
  switch (source) {
    case Source::kUnknown:
      return "unknown";
    case Source::kManifest:
      return "manifest";
    case Source::kRecord:
      return "record";
    case Source::kOption:
      return "option";
    case Source::kPath:
      return "path";
    case Source::kRadii:
      return "inferred from radii";
    case Source::kHabit:
      return "assumed";
  }
  return "unknown";
}

BudgetSearch claimed_budget(const LoadedLog& loaded) {
  return {.sigma = *loaded.sigma.value, .n = loaded.n.value, .alpha = loaded.alpha.value};
}

Budget LoadedLog::budget() const {
  const auto need = [&](const auto& sourced, const char* name) {
    if (!sourced.value) fail(ErrorKind::kConfig, Remedy{name}, log.path, ": ", name, " is unknown");
    return *sourced.value;
  };
  const double s = need(sigma, "sigma");
  return {.n = need(n, "n"), .alpha = need(alpha, "alpha"), .sigma = s};
}

LogProblem problem_of_row(const CertificationLog& log, const RowProblem& problem) {
  return {problem.code, join_text(log.path, ':', problem.row + 2, ": column '", problem.column, "': found '",
                                  round_trip_text(problem.found), "', expected ", problem.expected)};
}

LoadedLog read_with_manifest(const std::string& path, ReadLogOptions reading) {
  LoadedLog loaded;
  loaded.manifest = read_manifest(path);
  if (loaded.manifest) {
    loaded.procedure = procedure_of(*loaded.manifest, manifest_path(path).string());
    reading.kind = &loaded.procedure->kind();
    reading.classes = loaded.manifest->classes;
  }
  loaded.log = read_log(path, reading);
  return loaded;
}

void infer_procedure(LoadedLog& loaded) {
  if (loaded.procedure || !loaded.has_budget() || !loaded.log.has_counts()) return;
  // An alpha that was inferred from the radii cannot be held against them.
  if (loaded.alpha.source != Source::kOption) return;
  if (loaded.log.kind == &top_class_kind())
    loaded.procedure = top_class_procedure(0, loaded.budget());
  else if (loaded.log.kind == &randomized_kind())
    loaded.procedure = randomized_procedure(0, loaded.budget());
}

void settle_budget(LoadedLog& loaded, const BudgetOptions& options) {
  const std::string& path = loaded.log.path;
  std::error_code ignored;
  if (!loaded.manifest && std::filesystem::exists(manifest_path(path), ignored)) {
    // Beside a record of ours it must be a manifest; beside a foreign log it may be anything.
    if (loaded.log.has_counts()) {
      fail(ErrorKind::kData, manifest_path(path), ": is not a manifest of certus, expected that of ", path,
           "; damaged? Move it away to read the record without it");
    }
    loaded.notes.push_back(join_text(manifest_path(path), " is not a manifest of certus and was not read"));
  }
  std::optional<double> manifest_sigma;
  std::optional<double> manifest_alpha;
  std::optional<std::int64_t> manifest_n;
  if (loaded.manifest) {
    manifest_sigma = loaded.manifest->budget.sigma;
    manifest_alpha = loaded.manifest->budget.alpha;
    manifest_n = loaded.manifest->budget.n;
  }
  if (!loaded.log.kind->note.empty()) loaded.notes.emplace_back(loaded.log.kind->note);
  if (loaded.manifest && loaded.manifest->images > static_cast<std::int64_t>(loaded.log.rows())) {
    loaded.notes.push_back(join_text("a part of a run: ", loaded.log.rows(), " of ", loaded.manifest->images,
                                     " images (", loaded.manifest->selection, ")"));
  }
  if (manifest_n && loaded.log.column_n && *manifest_n != *loaded.log.column_n) {
    fail(ErrorKind::kData, path, ":2: column 'n': found '", *loaded.log.column_n, "', expected ", *manifest_n,
         " as in ", manifest_path(path));
  }
  settle(path, "sigma", loaded.sigma, manifest_sigma, Source::kManifest, options.sigma);
  settle(path, "alpha", loaded.alpha, manifest_alpha, Source::kManifest, options.alpha);
  settle(path, "n", loaded.n, manifest_n ? manifest_n : loaded.log.column_n,
         manifest_n ? Source::kManifest : Source::kRecord, options.n);
  const auto told_by_path = sigma_in_path(path);
  if (loaded.sigma.value) {
    if (told_by_path && *told_by_path != *loaded.sigma.value) {
      loaded.notes.push_back(join_text("the path says sigma ", *told_by_path, ", its ",
                                       source_text(loaded.sigma.source), " says ", *loaded.sigma.value));
    }
  } else if (told_by_path) {
    loaded.sigma = {told_by_path, Source::kPath};
  } else if (loaded.log.has_radii()) {
    loaded.notes.push_back(loaded.log.has_counts()
                               ? "sigma is neither in the path nor given, so radii cannot be checked"
                               : "sigma is neither in the path nor given, so p_A cannot be computed");
  }
}

RecordedRows recorded_rows(const LoadedLog& loaded) {
  RecordedRows rows = recorded_rows(loaded.log);
  rows.are_ours = loaded.manifest.has_value();
  return rows;
}

LoadedLog load_log(const std::string& path, const BudgetOptions& options, ReadLogOptions reading) {
  LoadedLog loaded = read_with_manifest(path, std::move(reading));
  if (loaded.manifest) check_seal(path);
  settle_budget(loaded, options);
  infer_budget(loaded);
  if (loaded.has_budget()) check_budget(loaded.budget());
  check_largest_radius(loaded);
  infer_procedure(loaded);
  check_rows(loaded);
  loaded.as_printed = options.as_printed && loaded.has_rounded_radii();
  if (!loaded.as_printed) undo_rounding(loaded);
  recover_votes(loaded);
  return loaded;
}

}  // namespace certus
