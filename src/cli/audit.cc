#include "certus/record/audit.h"

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"

namespace certus::cli {
namespace {

using certus::json_of;

std::string alphas_text(const std::vector<double>& alphas) {
  constexpr std::size_t kShown = 3;
  if (alphas.size() > kShown) return join_text(alphas.size(), " (undetermined)");
  std::string text;
  for (const double alpha : alphas) text += (text.empty() ? "" : ", ") + round_trip_text(alpha);
  return text.empty() ? "-" : text;
}

Json json_of(const AuditResult& result) {
  const LoadedLog& loaded = result.loaded;
  Json json{{"log", loaded.log.path},
            {"rows", loaded.log.rows()},
            {"sigma", json_of(loaded.sigma.value)},
            {"n", result.budget ? Json(result.budget->n) : json_of(loaded.n.value)},
            {"alpha", result.budget ? Json(result.budget->alpha) : json_of(loaded.alpha.value)},
            {"alpha_claimed", json_of(loaded.alpha.value)},
            {"alpha_consistent", result.alpha_consistent},
            {"budgets_consistent", Json::array()},
            {"findings", Json::array()},
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

int run_audit(const Arguments& arguments) {
  AuditOptions options{.claimed = log_budget(arguments)};
  if (const auto radii = arguments.text("--radii")) options.radii = parse_grid(*radii, "--radii", 0.0, 1e9);
  const auto results = audit_logs(arguments.positionals(), options);
  Document document;
  document.json = Json::array();
  Table table{.title = "Audit",
              .header = {"log", "rows", "sigma", "n", "alpha that fit", "at largest radius", "ACR logged",
                         "ACR unrounded", "findings"},
              .rows = {}};
  bool clean = true;
  const auto names = short_names(arguments.positionals());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const AuditResult& result = results[i];
    const LoadedLog& loaded = result.loaded;
    document.json.push_back(json_of(result));
    clean = clean && result.findings.empty();
    table.rows.push_back(
        {text_cell(names[i]), count_cell(static_cast<std::int64_t>(loaded.log.rows())),
         loaded.sigma.value ? exact_cell(*loaded.sigma.value) : text_cell("?"),
         result.budget    ? count_cell(result.budget->n)
         : loaded.n.value ? count_cell(*loaded.n.value)
                          : text_cell("?"),
         text_cell(alphas_text(result.alpha_consistent)), count_cell(result.rows_at_largest_radius),
         result.rounding ? real_cell(result.rounding->acr_logged, 6) : text_cell("-"),
         result.rounding ? real_cell(result.rounding->acr_mean, 6) : text_cell("-"),
         result.findings.empty() ? text_cell("clean")
                                 : count_cell(static_cast<std::int64_t>(result.findings.size()))});
  }
  document.add(std::move(table));
  for (const AuditResult& result : results) {
    for (const auto& finding : result.findings) document.add(join_text(finding.code, ": ", finding.message));
    for (const auto& note : result.loaded.notes) document.add(join_text(result.loaded.log.path, ": ", note));
  }
  document.add(clean ? "Nothing found." : "Findings need a look before anybody builds on these logs.");
  deliver(document, arguments);
  return clean ? 0 : 1;
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
          "matching, radii above the maximum, rounding that moves ACR or a certified accuracy, and a pile of "
          "images at a "
          "radius that is no cap. Logs given together are taken to be of one data set.\n"
          "Exit status 0 when clean, 1 when there are findings.",
      .positional = {.name = "LOG", .help = "certification log", .least = 1, .most = 10'000},
      .options = log_budget_options() +
                 std::vector<Option>{{.name = "--radii",
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
