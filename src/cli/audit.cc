#include "certus/logs/audit.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/metrics/grid.h"

namespace certus::cli {
namespace {

using certus::json_of;

std::string alphas_text(const std::vector<double>& alphas) {
  constexpr std::size_t kShown = 3;
  if (alphas.size() > kShown) return join_text(alphas.size(), " fit");
  std::string text;
  for (const double alpha : alphas) text += (text.empty() ? "" : ", ") + round_trip_text(alpha);
  return text.empty() ? "-" : text;
}

Json json_of(const AuditResult& result, const std::string& name) {
  const LoadedLog& loaded = result.loaded;
  Json json{{"log", loaded.log.path},
            {"name", name},
            {"rows", loaded.log.rows()},
            {"sigma", json_of(loaded.sigma.value)},
            {"n", result.budget ? Json(result.budget->n) : json_of(loaded.n.value)},
            {"alpha", result.budget ? Json(result.budget->alpha) : json_of(loaded.alpha.value)},
            {"alpha_claimed", json_of(loaded.alpha.value)},
            {"alpha_consistent", result.alpha_consistent},
            {"budgets_consistent", Json::array()},
            {"findings", Json::array()},
            {"near_constant", result.near_constant.has_value()},
            {"rows_at_largest_radius", result.rows_at_largest_radius},
            {"notes", loaded.notes}};
  for (const auto& b : result.budgets)
    json["budgets_consistent"].push_back({{"n", b.n}, {"alpha", b.alpha}, {"reaches_cap", b.reaches_cap}});
  for (const auto& f : result.findings)
    json["findings"].push_back({{"code", f.code}, {"message", f.message}});
  if (!result.rounding) return json;
  const RoundingEffect& r = *result.rounding;
  json["rounding"] = {{"acr_logged", r.acr_logged},
                      {"acr_derounded", r.acr_mean},
                      {"acr_derounded_min", r.acr_low},
                      {"acr_derounded_max", r.acr_high},
                      {"certified_accuracy", Json::array()}};
  for (const auto& a : r.accuracy) {
    json["rounding"]["certified_accuracy"].push_back(
        {{"radius", a.radius}, {"logged", a.logged}, {"derounded", a.mean}, {"min", a.low}, {"max", a.high}});
  }
  return json;
}

Table audit_table(const std::vector<AuditResult>& results, const std::vector<std::string>& names) {
  Table table{
      .title = "Audit", .header = {"log", "rows", "sigma", "n", "alpha", "at cap", "findings"}, .rows = {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const AuditResult& result = results[i];
    const LoadedLog& loaded = result.loaded;
    table.rows.push_back(
        {text_cell(names[i]), count_cell(static_cast<std::int64_t>(loaded.log.rows())),
         loaded.sigma.value ? exact_cell(*loaded.sigma.value) : text_cell("?"),
         result.budget    ? count_cell(result.budget->n)
         : loaded.n.value ? count_cell(*loaded.n.value)
                          : text_cell("?"),
         text_cell(alphas_text(result.alpha_consistent)), count_cell(result.rows_at_largest_radius),
         result.findings.empty() ? text_cell("clean")
                                 : count_cell(static_cast<std::int64_t>(result.findings.size()))});
  }
  return table;
}

/// Of logs whose radii were rounded; no rows without any.
Table rounding_table(const std::vector<AuditResult>& results, const std::vector<std::string>& names) {
  Table table{.title = "ACR of rounded radii", .header = {"log", "as logged", "unrounded"}, .rows = {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& rounding = results[i].rounding;
    if (!rounding) continue;
    table.rows.push_back(
        {text_cell(names[i]), real_cell(rounding->acr_logged, 4), real_cell(rounding->acr_mean, 4)});
  }
  return table;
}

int run_audit(const Arguments& arguments) {
  AuditOptions options{.claimed = log_budget(arguments)};
  if (const auto radii = arguments.text("--radii")) options.radii = parse_grid(*radii, "--radii", 0.0, 1e9);
  UnreadLogs unread;
  options.on_unreadable = [&](const std::string& path, const Error& error) { unread.add(path, error); };
  const auto results = audit_logs(arguments.positionals(), options);
  unread.check_left(results.size(), 1);
  std::vector<std::string> paths;
  for (const AuditResult& result : results) paths.push_back(result.loaded.log.path);
  const auto names = labelled_each(arguments, short_names(paths), paths);

  Document document;
  document.json = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) document.json.push_back(json_of(results[i], names[i]));
  for (const Json& log : unread.json()) document.json.push_back(log);
  unread.warn(document);
  add_wide(document, audit_table(results, names), arguments);
  document.add(
      "alpha: all that make every radius attainable. at cap: rows with the largest radius that n allows.");
  if (Table rounding = rounding_table(results, names); !rounding.rows.empty()) {
    add_wide(document, std::move(rounding), arguments);
    document.add("as logged: with the radii as they stand in the log, as evaluate and table take them.");
    document.add("unrounded: after undoing their rounding, for each the mean of the radii that round to it.");
  }
  LogNotes notes(results.size());
  bool clean = true;
  for (std::size_t i = 0; i < results.size(); ++i) {
    clean = clean && results[i].findings.empty();
    for (const auto& finding : results[i].findings)
      document.add(with_short_names(join_text(finding.code, ": ", finding.message), paths, names));
    for (const auto& note : results[i].loaded.notes) notes.add(names[i], note);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
  document.add(clean ? "Nothing found." : "Findings need a look before anybody builds on these logs.");
  deliver(document, arguments);
  return std::max(unread.tell(), clean ? 0 : 1);
}

}  // namespace

Command audit_command() {
  return {
      .name = "audit",
      .summary = "what is wrong with a log before anybody builds on it",
      .description =
          "Certified radii lie on a lattice that depends on (n, alpha, sigma). The audit finds which budgets "
          "make every "
          "logged radius attainable, so a log certified under another alpha than claimed is exposed and the "
          "likely alpha "
          "named. It also finds rows missing, repeated or out of stride, labels that disagree between logs, "
          "`correct` not "
          "matching, radii above the maximum, rounding that moves ACR or a certified accuracy, a pile of "
          "images at a "
          "radius that is no cap, and a classifier that says one class for nearly all images or is no better "
          "than chance. Logs given together are taken to be of one data set.\n"
          "Exit status 0 when clean, 1 when there are findings.",
      .positional = {.name = "LOG", .help = "certification log", .least = 1, .most = 10'000},
      .options = log_budget_options() +
                 std::vector<Option>{log_label_option(),
                                     {.name = "--radii",
                                      .kind = Option::Kind::kText,
                                      .value_name = "A:STEP:B|LIST",
                                      .help = "where to measure what rounding does to certified accuracy",
                                      .default_text = "0:0.25:2.5"}} +
                 output_options(),
      .examples = {{"certus audit logs/noise_0.5.tsv --n 100000 --alpha 0.001",
                    "does the log keep what the paper claims?"},
                   {"certus audit logs/*/noise_0.25.tsv --format json", "several logs against each other"}},
      .run = run_audit};
}

}  // namespace certus::cli
