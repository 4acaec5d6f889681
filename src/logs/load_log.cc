#include "certus/logs/load_log.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/logs/anytime_rows.h"
#include "certus/logs/log_path.h"
#include "certus/logs/radius_lattice.h"
#include "certus/stats/transfer_bound.h"

namespace certus {
namespace {

template <typename Value>
void settle(const std::string& path, const char* name, Sourced<Value>& into,
            const std::optional<Value>& fixed, Source fixed_source, const std::optional<Value>& option) {
  if (fixed) {
    if (option && *option != *fixed) {
      fail(ErrorKind::kConfig, path, ": ", name, " is ", *fixed, " in its ", source_text(fixed_source),
           " and ", *option, " was given; leave the option out");
    }
    into = {fixed, fixed_source};
  } else if (option) {
    into = {option, Source::kOption};
  }
}

/// Fails when one of n and alpha was given and the radii plainly say another budget.
void check_not_contradicted(const LoadedLog& loaded, const LoggedRadii& radii) {
  if (loaded.n.source != Source::kOption && loaded.alpha.source != Source::kOption) return;
  const auto free = consistent_budgets(radii, {.sigma = *loaded.sigma.value, .n = {}, .alpha = {}});
  if (free.empty() || !free.front().is_sure) return;
  fail(ErrorKind::kConfig, loaded.log.path, ": its radii do not fit the given ",
       loaded.n.value ? "n" : "alpha", ": ", radii.at_largest, " images share the largest radius ",
       radii.largest(), ", the cap of n = ", free.front().n, ", alpha = ", free.front().alpha,
       "; leave the option out, or give --n and --alpha both");
}

void infer_budget(LoadedLog& loaded) {
  if (!loaded.sigma.value || !loaded.radii_are_of_top_votes()) return;
  LoggedRadii radii = logged_radii(loaded.log);
  if (radii.empty()) return;
  loaded.log.digits.down = radii.digits.down = were_cut_off(radii, claimed_budget(loaded));
  if (loaded.n.value && loaded.alpha.value) return;
  const auto candidates = consistent_budgets(radii, claimed_budget(loaded));
  if (candidates.empty() || !candidates.front().is_sure) check_not_contradicted(loaded, radii);
  if (candidates.empty()) {
    loaded.notes.push_back(
        "no usual (n, alpha) makes every radius attainable: give --n and --alpha, or see certus audit");
    return;
  }
  const BudgetCandidate& best = candidates.front();
  const auto sure = std::count_if(candidates.begin(), candidates.end(), [](auto& c) { return c.is_sure; });
  const bool told = sure == 1 || candidates.size() == 1;
  const Source source = told ? Source::kRadii : Source::kHabit;
  if (!loaded.n.value) loaded.n = {best.n, source};
  if (!loaded.alpha.value) loaded.alpha = {best.alpha, source};
  if (!told) {
    loaded.notes.push_back(join_text("its radii fit ", candidates.size(), " budgets, so n = ", best.n,
                                     " and alpha = ", best.alpha,
                                     " are assumed, the most usual of them; give --n and --alpha if known"));
  }
}

void check_largest_radius(const LoadedLog& loaded) {
  // n and alpha that were inferred fit the radii by construction.
  const auto given = [](Source source) {
    return source == Source::kManifest || source == Source::kRecord || source == Source::kOption;
  };
  if (!loaded.sigma.value || !given(loaded.n.source) || !given(loaded.alpha.source)) return;
  if (!loaded.log.uniform.empty()) return;  // may exceed it, as far as its uniform number says
  const Budget budget = loaded.budget();
  const double cap = largest_radius(budget).value_or(0.0);
  const auto& radius = loaded.log.radius;
  for (std::size_t row = 0; row < radius.size(); ++row) {
    if (radius[row] <= cap || unrounded_range(radius[row], loaded.log.digits).low <= cap) continue;
    fail(ErrorKind::kData, loaded.log.path, ':', row + 2, ": column 'radius': found '", radius[row],
         "', expected at most ", cap, ", the largest possible for n = ", budget.n, ", alpha = ", budget.alpha,
         ", sigma = ", budget.sigma, "; certified with another budget? certus audit tells which fits");
  }
}

/// What the votes of a cheaper network saved, and what they cost in radius.
std::string transfer_price(const CertificationLog& log, const RunManifest& manifest) {
  std::int64_t lost = 0;
  std::int64_t certified = 0;
  double cost = 0.0;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    lost += log.lost[row];
    if (log.is_abstained(row)) continue;
    ++certified;
    cost += certified_radius(log.predict_votes[row], manifest.budget).value_or(0.0) - log.radius[row];
  }
  const auto paired = static_cast<double>(manifest.paired);
  return join_text(
      "the certified network ran on ", manifest.paired, " draws an image instead of ", manifest.budget.n,
      " and lost ",
      fixed_text(100.0 * static_cast<double>(lost) / (paired * static_cast<double>(log.rows())), 2),
      " % of them to the cheaper one; radii are ",
      fixed_text(certified == 0 ? 0.0 : cost / static_cast<double>(certified), 3),
      " below what as many votes of its own would prove, on average");
}

/// Radii of a transfer against the votes and paired draws behind them.
void check_transfer_rows(const LoadedLog& loaded) {
  if (!loaded.manifest || loaded.manifest->procedure != Procedure::kCertifyTransfer) return;
  const CertificationLog& log = loaded.log;
  const RunManifest& manifest = *loaded.manifest;
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (log.is_abstained(row)) continue;
    const double proven =
        radius_of_bound(transfer_lower({.cheap_votes = log.predict_votes[row],
                                        .cheap_draws = manifest.budget.n,
                                        .lost_votes = log.lost[row],
                                        .paired_draws = manifest.paired},
                                       {.cheap = manifest.budget.alpha - manifest.alpha_paired,
                                        .paired = manifest.alpha_paired}),
                        manifest.budget.sigma)
            .value_or(0.0);
    if (std::fabs(proven - log.radius[row]) <= 1e-9 * manifest.budget.sigma) continue;
    fail(ErrorKind::kData, log.path, ':', row + 2, ": column 'radius': found '", log.radius[row],
         "', expected ", round_trip_text(proven), ", which its votes and lost draws prove");
  }
}

void check_radii_of_counts(const LoadedLog& loaded) {
  if (!loaded.log.lost.empty()) return check_transfer_rows(loaded);
  if (loaded.log.is_anytime()) {
    if (!loaded.manifest) return;
    const auto wrong = anytime_row_problems(loaded.log, *loaded.manifest);
    if (!wrong.empty()) fail(ErrorKind::kData, wrong.front().message);
    return;
  }
  const int classes = loaded.manifest ? static_cast<int>(loaded.manifest->classes) : 0;
  if (!loaded.radii_are_of_top_votes() && classes < 2 && loaded.log.uniform.empty()) return;
  // An alpha that was inferred from the radii cannot be held against them.
  if (!loaded.has_budget() ||
      (loaded.alpha.source != Source::kManifest && loaded.alpha.source != Source::kOption))
    return;
  const Budget budget = loaded.budget();
  const auto wrong = radius_mismatch(loaded.log, budget, classes);
  if (!wrong) return;
  fail(ErrorKind::kData, loaded.log.path, ':', wrong->row + 2, ": column 'radius': found '",
       loaded.log.radius[wrong->row], "', expected ",
       wrong->proven > 0.0 ? round_trip_text(wrong->proven) : std::string("an abstention"),
       ", which is what ", wrong->votes, " of ", budget.n,
       " votes for the predicted class prove at alpha = ", budget.alpha, ", sigma = ", budget.sigma, " (",
       wrong->rows, wrong->rows == 1 ? " such row)" : " such rows)");
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
      entry->second = k_min(log.radius[row], budget).value_or(budget.n);
      const auto cell = lattice_cell(log.radius[row], log.digits, budget);
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
  const auto need = [&](const auto& sourced, const char* option) {
    if (!sourced.value) fail(ErrorKind::kConfig, log.path, ": ", option + 2, " is unknown; give ", option);
    return *sourced.value;
  };
  const double s = need(sigma, "--sigma");
  return {.n = need(n, "--n"), .alpha = need(alpha, "--alpha"), .sigma = s};
}

bool has_two_class_radii(const std::string& path) {
  const auto manifest = read_manifest(path);
  return manifest && manifest->procedure == Procedure::kCertifyTwoClass;
}

void settle_budget(LoadedLog& loaded, const BudgetOptions& options) {
  const std::string& path = loaded.log.path;
  loaded.manifest = read_manifest(path);
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
  if (loaded.manifest && loaded.manifest->procedure == Procedure::kCertifyTwoClass) {
    loaded.notes.push_back(
        "its radii are proven from two classes; other budgets are computed from p_A alone");
  }
  if (loaded.log.is_anytime()) {
    loaded.notes.push_back(
        "every image stopped at its own n when something was decided: p_A = votes / n is an estimate that "
        "stopping moves a little");
  }
  if (!loaded.log.lost.empty() && loaded.manifest) {
    loaded.notes.push_back(join_text("its certificates are of the ", loaded.manifest->precision,
                                     " network; its votes are of the cheaper ",
                                     loaded.manifest->cheap_precision, " one, so P(p_A >= p) is left out"));
    loaded.notes.push_back(transfer_price(loaded.log, *loaded.manifest));
  }
  if (!loaded.log.uniform.empty()) {
    loaded.notes.push_back(
        "its radii come from randomised bounds, whose uniform numbers it holds; other budgets are computed "
        "from p_A alone");
  }
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
                               ? "sigma is unknown, so radii cannot be checked: give --sigma"
                               : "sigma is unknown, so p_A cannot be told: give --sigma");
  }
}

LoadedLog load_log(const std::string& path, const BudgetOptions& options, ReadLogOptions reading) {
  LoadedLog loaded;
  reading.keep_runner_up = has_two_class_radii(path);
  loaded.log = read_log(path, reading);
  settle_budget(loaded, options);
  infer_budget(loaded);
  if (loaded.has_budget()) check_budget(loaded.budget());
  check_largest_radius(loaded);
  check_radii_of_counts(loaded);
  recover_votes(loaded);
  return loaded;
}

}  // namespace certus
