#include "certus/logs/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/logs/radius_lattice.h"

namespace certus {
namespace {

constexpr std::size_t kMessagesPerCode = 3;

/// Rows that contradict themselves: the first few of each kind in full, then how many more.
std::vector<Finding> row_findings(const std::vector<LogProblem>& problems) {
  std::map<std::string, std::vector<std::string>> by_code;
  for (const auto& problem : problems) by_code[problem.code].push_back(problem.message);
  std::vector<Finding> findings;
  for (const auto& [code, messages] : by_code) {
    const std::size_t shown = std::min(messages.size(), kMessagesPerCode);
    for (std::size_t i = 0; i < shown; ++i) {
      std::string message = messages[i];
      if (i + 1 == shown && messages.size() > shown)
        message += join_text(" (and ", messages.size() - shown, " more rows)");
      findings.push_back({code, message});
    }
  }
  return findings;
}

/// Order, stride and gaps of the image indices.
void check_indices(const CertificationLog& log, std::vector<Finding>& findings) {
  std::vector<std::int64_t> idx = log.idx;
  if (!std::is_sorted(idx.begin(), idx.end())) {
    const auto at = std::is_sorted_until(idx.begin(), idx.end()) - idx.begin();
    findings.push_back(
        {"out-of-order", join_text(log.path, ':', at + 2, ": idx ", idx[static_cast<std::size_t>(at)],
                                   " follows ", idx[static_cast<std::size_t>(at) - 1],
                                   ", expected rising indices; several runs written into one file?")});
    std::sort(idx.begin(), idx.end());
  }
  idx.erase(std::unique(idx.begin(), idx.end()), idx.end());
  if (idx.size() < 3) return;
  std::map<std::int64_t, std::int64_t> steps;
  for (std::size_t i = 1; i < idx.size(); ++i) ++steps[idx[i] - idx[i - 1]];
  const std::int64_t stride = std::max_element(steps.begin(), steps.end(), [](auto& a, auto& b) {
                                return a.second < b.second;
                              })->first;
  std::int64_t missing = 0;
  std::int64_t off = 0;
  std::int64_t first_missing = -1;
  std::int64_t first_off = -1;
  for (std::size_t i = 1; i < idx.size(); ++i) {
    const std::int64_t step = idx[i] - idx[i - 1];
    if (step % stride != 0) {
      if (off++ == 0) first_off = idx[i];
    } else if (step > stride) {
      if (missing == 0) first_missing = idx[i - 1] + stride;
      missing += step / stride - 1;
    }
  }
  if (missing > 0) {
    findings.push_back({"rows-missing",
                        join_text(log.path, ": ", missing, missing == 1 ? " image is" : " images are",
                                  " missing in a stride of ", stride, ", the first is idx ", first_missing)});
  }
  if (off > 0) {
    findings.push_back(
        {"out-of-stride", join_text(log.path, ": ", off, off == 1 ? " row leaves" : " rows leave",
                                    " the stride of ", stride, ", the first is idx ", first_off)});
  }
}

std::string budget_text(std::int64_t n, double alpha) {
  return join_text("n = ", n, ", alpha = ", alpha);
}

/// "; n = 100000, alpha = 0.001 fits": the likeliest budget, whatever n was claimed. Empty when no budget is
/// sure to fit, because a fine lattice fits any radii.
std::string other_n_text(const LoggedRadii& radii, double sigma) {
  const auto budgets = consistent_budgets(radii, {.sigma = sigma, .n = {}, .alpha = {}});
  if (budgets.empty() || !budgets.front().is_sure) return "";
  return join_text("; ", budget_text(budgets.front().n, budgets.front().alpha), " fits");
}

bool fits(const AuditResult& result, double alpha) {
  return std::find(result.alpha_consistent.begin(), result.alpha_consistent.end(), alpha) !=
         result.alpha_consistent.end();
}

/// What the largest radius tells where no usual budget fits.
struct CapReading {
  std::int64_t likely_n;
  AlphaRange range;  ///< of alpha, if the largest radius is that of likely_n of likely_n votes
};

/// Fills in the budgets that the radii allow, and the likeliest of them.
CapReading find_budgets(AuditResult& result, const LoggedRadii& radii, double sigma,
                        const std::optional<Budget>& known_to_fit) {
  const LoadedLog& loaded = result.loaded;
  result.budgets = consistent_budgets(
      radii, {.sigma = sigma, .n = loaded.n.value, .alpha = {}, .known_to_fit = known_to_fit});
  const std::int64_t likely_n = loaded.n.value           ? *loaded.n.value
                                : result.budgets.empty() ? 100'000
                                                         : result.budgets.front().n;
  for (const auto& candidate : result.budgets) {
    if (candidate.n == likely_n) result.alpha_consistent.push_back(candidate.alpha);
  }
  // An alpha outside the usual list is tried when it is claimed, or when the largest radius points to a round
  // one.
  const auto try_alpha = [&](double alpha) {
    if (!(alpha >= 1e-12 && alpha <= 0.5) || fits(result, alpha)) return;
    const auto more = consistent_budgets(
        radii, {.sigma = sigma, .n = likely_n, .alpha = alpha, .known_to_fit = known_to_fit});
    result.budgets.insert(result.budgets.end(), more.begin(), more.end());
    for (const auto& candidate : more) result.alpha_consistent.push_back(candidate.alpha);
  };
  if (loaded.alpha.value) try_alpha(*loaded.alpha.value);
  const AlphaRange range = alpha_of_cap(radii, sigma, likely_n);
  if (result.alpha_consistent.empty() && range.high > 0.0) {
    const auto exponent = static_cast<int>(std::floor(std::log10(range.high)));
    for (int digit = 1; digit <= 9; ++digit) {
      const double round_one = *parse_double(join_text(digit, 'e', exponent));
      if (round_one >= range.low && round_one <= range.high) try_alpha(round_one);
    }
  }
  if (loaded.alpha.value && fits(result, *loaded.alpha.value)) {
    result.budget = Budget{.n = likely_n, .alpha = *loaded.alpha.value, .sigma = sigma};
  } else if (!result.alpha_consistent.empty()) {
    result.budget = Budget{.n = likely_n, .alpha = result.alpha_consistent.front(), .sigma = sigma};
  }
  return {.likely_n = likely_n, .range = range};
}

/// The radii are not those of the budget that is claimed.
void add_alpha_mismatch(AuditResult& result, const LoggedRadii& radii, const Budget& claimed) {
  const CertificationLog& log = result.loaded.log;
  const double cap = largest_radius(claimed).value_or(0.0);
  std::string message =
      join_text(log.path, ": radius ", unattainable_radius(radii, claimed).value_or(radii.largest()),
                " is not on the lattice of radii of the claimed ", budget_text(claimed.n, claimed.alpha),
                ", whose largest is ", fixed_text(cap, 6), "; ");
  message += result.alpha_consistent.empty()
                 ? "no usual alpha fits n = " + std::to_string(claimed.n) + other_n_text(radii, claimed.sigma)
                 : join_text("likely alpha = ", result.alpha_consistent.front(),
                             result.budgets.front().is_sure ? "" : " (others fit, too)");
  result.findings.push_back({"alpha-mismatch", message});
  if (unrounded_range(radii.largest(), log.digits).low > cap) {
    result.findings.push_back(
        {"radius-above-maximum",
         join_text(log.path, ": largest radius ", radii.largest(), " exceeds ", cap, ", the most that ",
                   budget_text(claimed.n, claimed.alpha), ", sigma = ", claimed.sigma, " can certify")});
  }
}

/// No budget fits.
void add_unattainable(AuditResult& result, const LoggedRadii& radii, double sigma, const CapReading& cap) {
  const LoadedLog& loaded = result.loaded;
  const CertificationLog& log = loaded.log;
  const auto& [likely_n, range] = cap;
  const std::string other = loaded.n.value ? other_n_text(radii, sigma) : "";
  std::string message =
      loaded.n.value
          ? join_text(log.path, ": the radii are not on the lattice of n = ", likely_n, ", sigma = ", sigma,
                      " for any usual alpha", other)
          : join_text(log.path, ": no usual (n, alpha) makes every radius attainable at sigma = ", sigma);
  if (other.empty() && range.high > 0.0) {
    message += join_text("; if radius ", radii.largest(), " is that of ", likely_n, " of ", likely_n,
                         " votes, alpha lies in [", three_digit_text(range.low), ", ",
                         three_digit_text(range.high), ']');
  }
  result.findings.push_back({"budget-unattainable", message});
}

/// Compares the budgets that the radii allow with the one claimed.
/// @param known_to_fit  a budget under which the votes of every row prove its radius
void check_budget_of(AuditResult& result, const LoggedRadii& radii,
                     const std::optional<Budget>& known_to_fit) {
  const LoadedLog& loaded = result.loaded;
  const CertificationLog& log = loaded.log;
  if (!loaded.sigma.value) {
    result.findings.push_back(
        {"sigma-unknown",
         join_text(log.path,
                   ": sigma is neither in a manifest nor in the path nor given, so the budget cannot be "
                   "checked")});
    return;
  }
  if (radii.empty()) {
    result.findings.push_back(
        {"nothing-certified",
         join_text(log.path, ": no row is certified, so its budget cannot be inferred")});
    return;
  }
  const double sigma = *loaded.sigma.value;
  const CapReading cap = find_budgets(result, radii, sigma, known_to_fit);
  if (loaded.alpha.value && !fits(result, *loaded.alpha.value)) {
    add_alpha_mismatch(result, radii, {.n = cap.likely_n, .alpha = *loaded.alpha.value, .sigma = sigma});
  } else if (result.budgets.empty()) {
    add_unattainable(result, radii, sigma, cap);
  } else if (!loaded.alpha.value && result.budgets.front().alpha != 0.001 && result.budgets.front().is_sure) {
    result.findings.push_back(
        {"unusual-budget",
         join_text(log.path, ": radii fit ",
                   budget_text(result.budgets.front().n, result.budgets.front().alpha),
                   ", not the field's alpha = 0.001; not comparable with logs certified under it")});
  }
}

/// Many images at one largest radius are the sign of a cap, which should be the cap of the budget.
void check_saturation(AuditResult& result, const LoggedRadii& radii) {
  const CertificationLog& log = result.loaded.log;
  if (radii.empty() || !result.budget) return;
  const Budget& budget = *result.budget;
  const double top = radii.largest();
  std::int64_t at_top = 0;
  for (std::size_t row = 0; row < log.rows(); ++row)
    at_top += log.radius[row] == top && log.is_correct(row) ? 1 : 0;
  const double cap = largest_radius(budget).value_or(0.0);
  if (unrounded_range(top, log.digits).contains(cap)) {
    result.rows_at_largest_radius = at_top;
  } else if (at_top >= 20 && at_top * 100 >= static_cast<std::int64_t>(log.rows())) {
    result.findings.push_back(
        {"saturation-mismatch", join_text(log.path, ": ", at_top, " images share the largest radius ", top,
                                          ", as if it were a cap, but ", budget_text(budget.n, budget.alpha),
                                          " allows ", cap, "; certified with another budget?")});
  }
}

/// Mean radius of the counts of a cell.
double mean_radius(const LatticeCell& cell, const Budget& budget) {
  const std::int64_t steps = cell.k_high - cell.k_low;
  if (steps == 0) return cell.radius_low;
  constexpr std::int64_t kSmooth = 16;
  if (steps >= kSmooth) {  // radii follow the count smoothly: Simpson's rule
    const double middle = (*certified_radius(cell.k_low + steps / 2, budget) +
                           *certified_radius(cell.k_high - steps / 2, budget)) /
                          2.0;
    return (cell.radius_low + 4.0 * middle + cell.radius_high) / 6.0;
  }
  double sum = 0.0;
  for (std::int64_t k = cell.k_low; k <= cell.k_high; ++k) sum += *certified_radius(k, budget);
  return sum / static_cast<double>(steps + 1);
}

/// Replaces every logged radius by what it can have been before rounding.
RoundingEffect rounding_effect(const CertificationLog& log, const Budget& budget, const LoggedRadii& radii,
                               const std::vector<double>& at) {
  struct Range {
    LatticeCell cell;
    double mean_radius;
  };
  std::unordered_map<double, Range> ranges;
  for (const double radius : radii.descending) {
    // A radius off the lattice is a separate finding; here it stays as it is.
    const LatticeCell cell =
        lattice_cell(radius, log.digits, budget).value_or(LatticeCell{0, 0, radius, radius});
    ranges[radius] = {cell, mean_radius(cell, budget)};
  }
  // Share of a cell's counts whose radius reaches r.
  const auto reaching = [&](const LatticeCell& cell, double r) {
    if (cell.radius_low >= r) return 1.0;
    if (cell.radius_high < r) return 0.0;
    const auto needed = static_cast<double>(k_min(r, budget).value_or(budget.n));
    return (static_cast<double>(cell.k_high) - needed + 1.0) /
           static_cast<double>(cell.k_high - cell.k_low + 1);
  };
  RoundingEffect effect;
  for (const double r : at) effect.accuracy.push_back({.radius = r});
  const double share = 1.0 / static_cast<double>(log.rows());
  for (std::size_t row = 0; row < log.rows(); ++row) {
    if (!log.is_correct(row)) continue;
    const Range& range = ranges.at(log.radius[row]);
    effect.acr_logged += log.radius[row] * share;
    effect.acr_low += range.cell.radius_low * share;
    effect.acr_mean += range.mean_radius * share;
    effect.acr_high += range.cell.radius_high * share;
    for (auto& accuracy : effect.accuracy) {
      accuracy.logged += log.radius[row] >= accuracy.radius ? share : 0.0;
      accuracy.mean += share * reaching(range.cell, accuracy.radius);
      accuracy.low += range.cell.radius_low >= accuracy.radius ? share : 0.0;
      accuracy.high += range.cell.radius_high >= accuracy.radius ? share : 0.0;
    }
  }
  return effect;
}

void check_rounding(AuditResult& result, const LoggedRadii& radii, const AuditOptions& options) {
  const CertificationLog& log = result.loaded.log;
  if (log.digits.kind == RadiusDigits::Kind::kRoundTrip || !result.budget || radii.empty()) return;
  result.rounding = rounding_effect(log, *result.budget, radii, options.radii);
  const RoundingEffect& effect = *result.rounding;
  std::vector<std::string> moved;
  if (effect.acr_logged - effect.acr_mean > options.acr_tolerance) {
    moved.push_back(join_text("ACR ", fixed_text(effect.acr_logged, 6), " as printed, ",
                              fixed_text(effect.acr_mean, 6), " after undoing the rounding of the radii"));
  }
  for (const auto& accuracy : effect.accuracy) {
    if (accuracy.logged - accuracy.mean > options.accuracy_tolerance) {
      moved.push_back(join_text("accuracy at radius ", accuracy.radius, " about ",
                                fixed_text(100.0 * (accuracy.logged - accuracy.mean), 2),
                                " points lower without it"));
    }
  }
  if (moved.empty()) return;
  std::string message = join_text(log.path, ": rounded radii overstate what was proven: ");
  for (std::size_t i = 0; i < moved.size(); ++i) message += (i == 0 ? "" : "; ") + moved[i];
  result.findings.push_back({"rounding", message});
}

/// Checks that the rows of a record follow from their votes and from the procedure in the manifest.
void check_rows(AuditResult& result) {
  const LoadedLog& loaded = result.loaded;
  const CertificationLog& log = loaded.log;
  if (!loaded.procedure) return;
  const RecordedRows rows = recorded_rows(loaded);
  std::vector<RowProblem> problems = loaded.procedure->row_problems(rows);
  for (RowProblem& problem : loaded.procedure->end_problems(rows)) problems.push_back(std::move(problem));
  std::vector<LogProblem> told;
  for (const RowProblem& problem : problems) told.push_back(problem_of_row(log, problem));
  for (Finding& finding : row_findings(told)) result.findings.push_back(std::move(finding));
}

/// Whether the record is still the one that its run ended with.
void look_at_seal(AuditResult& result, const std::string& path) {
  if (!result.loaded.manifest) return;
  result.seal = seal_state(path);
  if (result.seal == SealState::kFits) {
    result.loaded.notes.emplace_back("its rows and its manifest are as the run left them (SHA-256)");
  } else if (result.seal == SealState::kNone) {
    result.loaded.notes.emplace_back(
        "its manifest has no SHA-256 of its rows, so later changes cannot be seen: the run has not finished, "
        "or it "
        "was made before records were sealed");
  } else {
    result.findings.push_back({"changed", broken_seal_text(path, result.seal)});
  }
}

void check_peers(std::vector<AuditResult>& results) {
  if (results.size() < 2) return;
  const auto rows_of = [](const AuditResult& r) { return r.loaded.log.rows(); };
  const auto largest = std::max_element(results.begin(), results.end(),
                                        [&](auto& a, auto& b) { return rows_of(a) < rows_of(b); });
  const CertificationLog& reference = largest->loaded.log;
  std::unordered_map<std::int64_t, std::int32_t> labels;
  labels.reserve(reference.rows());
  for (std::size_t row = 0; row < reference.rows(); ++row)
    labels.emplace(reference.idx[row], reference.label[row]);
  for (AuditResult& result : results) {
    const CertificationLog& log = result.loaded.log;
    if (&log == &reference) continue;
    if (log.rows() < reference.rows()) {
      result.findings.push_back(
          {"fewer-images", join_text(log.path, ": ", log.rows(), " images, its peer ", reference.path,
                                     " has ", reference.rows(), "; averages over them are not comparable")});
    }
    std::int64_t foreign = 0;
    std::int64_t differing = 0;
    std::string first;
    for (std::size_t row = 0; row < log.rows(); ++row) {
      const auto found = labels.find(log.idx[row]);
      if (found == labels.end()) {
        ++foreign;
      } else if (found->second != log.label[row] && differing++ == 0) {
        first = join_text(log.path, ':', row + 2, ": label ", log.label[row], " for idx ", log.idx[row], ", ",
                          reference.path, " has ", found->second);
      }
    }
    if (foreign > 0) {
      result.findings.push_back(
          {"other-images", join_text(log.path, ": ", foreign, foreign == 1 ? " image" : " images",
                                     " that its peer ", reference.path, " does not have")});
    }
    if (differing > 0) {
      result.findings.push_back(
          {"label-disagreement", join_text(first, " (", differing, differing == 1 ? " row" : " rows",
                                           " in all); another data set or class order?")});
    }
  }
  // Budgets are compared as far as they are known.
  for (AuditResult& result : results) {
    const std::optional<Budget>& a = results.front().budget;
    const std::optional<Budget>& b = result.budget;
    if (!a || !b || (a->n == b->n && a->alpha == b->alpha)) continue;
    result.findings.push_back(
        {"different-budget", join_text(result.loaded.log.path, ": ", budget_text(b->n, b->alpha), ", but ",
                                       results.front().loaded.log.path, " has ", budget_text(a->n, a->alpha),
                                       "; convert before comparing")});
  }
}

AuditResult audit_one(const std::string& path, const AuditOptions& options) {
  AuditResult result;
  std::vector<LogProblem> problems;
  LoadedLog& loaded = result.loaded;
  loaded = read_with_manifest(path, {.on_problem = [&](const LogProblem& p) { problems.push_back(p); }});
  result.findings = row_findings(problems);
  settle_budget(loaded, options.claimed);
  look_at_seal(result, path);
  check_indices(loaded.log, result.findings);
  if ((result.near_constant = near_constant(loaded.log))) {
    result.findings.push_back(
        {"near-constant", join_text(path, ": ", near_constant_text(*result.near_constant))});
  }
  if (!loaded.log.has_radii()) {
    loaded.notes.push_back("a prediction log, without radii: only its rows were checked");
    return result;
  }
  if (!loaded.log.has_one_n() && !loaded.procedure) {
    result.findings.push_back(
        {"manifest-missing",
         join_text(
             manifest_path(path).string(),
             ": is missing or is not the manifest of an anytime certification, without which the rows of ",
             path, " cannot be checked; was the record moved without it?")});
    return result;
  }
  infer_procedure(loaded);
  if (!loaded.has_lattice_radii()) {
    if (loaded.log.has_one_n())
      loaded.notes.emplace_back("its radii are not on the lattice of one count: rows and radii were checked");
    else
      result.budget = loaded.manifest->budget;
    check_rows(result);
    return result;
  }
  if (std::any_of(problems.begin(), problems.end(), [](auto& p) { return p.code == "bad-radius"; }))
    return result;
  LoggedRadii radii = logged_radii(loaded.log);
  if (loaded.sigma.value && were_cut_off(radii, claimed_budget(loaded))) {
    loaded.log.digits.down = radii.digits.down = true;
    loaded.notes.push_back("radii were cut off, not rounded to nearest: none is larger than proven");
  }
  // A radius that its votes prove is attainable: the lattice need not be searched for it.
  const std::size_t findings_before = result.findings.size();
  if (loaded.log.has_counts()) check_rows(result);
  const bool has_proof = loaded.has_budget() && loaded.procedure && loaded.log.has_counts() &&
                         result.findings.size() == findings_before;
  check_budget_of(result, radii, has_proof ? std::optional(loaded.budget()) : std::nullopt);
  check_saturation(result, radii);
  check_rounding(result, radii, options);
  return result;
}

}  // namespace

std::vector<AuditResult> audit_logs(const std::vector<std::string>& paths, const AuditOptions& options) {
  struct Audited {
    std::optional<AuditResult> result;
    std::optional<Error> error;
  };
  std::vector<Audited> audited(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    // Begins in the middle. A thread that meanwhile loads the same logs, beginning with the first, then needs
    // other counts to be solved, and neither thread waits for the other.
    const std::size_t place = (i + paths.size() / 2) % paths.size();
    try {
      audited[place].result = audit_one(paths[place], options);
    } catch (const Error& error) {
      audited[place].error = error;
    }
  }
  std::vector<AuditResult> results;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (audited[i].result) results.push_back(std::move(*audited[i].result));
    if (!audited[i].error) continue;
    if (!options.on_unreadable) throw Error(*audited[i].error);
    options.on_unreadable(paths[i], *audited[i].error);
  }
  check_peers(results);
  return results;
}

}  // namespace certus
