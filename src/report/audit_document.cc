#include "certus/report/audit_document.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/report/json_values.h"
#include "certus/report/log_names.h"
#include "certus/report/log_warnings.h"

namespace certus {
namespace {

std::string alphas_text(const std::vector<double>& alphas) {
  constexpr std::size_t kShown = 3;
  if (alphas.size() > kShown) return join_text(alphas.size(), " fit");
  std::string text;
  for (const double alpha : alphas) text += (text.empty() ? "" : ", ") + round_trip_text(alpha);
  return text.empty() ? "-" : text;
}

Json rounding_json(const RoundingEffect& r) {
  Json json{{"acr_logged", r.acr_logged},
            {"acr_derounded", r.acr_mean},
            {"acr_derounded_min", r.acr_low},
            {"acr_derounded_max", r.acr_high},
            {"certified_accuracy", Json::array()}};
  for (const auto& a : r.accuracy) {
    json["certified_accuracy"].push_back(
        {{"radius", a.radius}, {"logged", a.logged}, {"derounded", a.mean}, {"min", a.low}, {"max", a.high}});
  }
  return json;
}

const char* seal_text(SealState state) {
  switch (state) {
    case SealState::kNone:
      return "none";
    case SealState::kFits:
      return "fits";
    case SealState::kRowsChanged:
      return "rows changed";
    case SealState::kFieldsChanged:
      return "fields changed";
  }
  return "none";
}

Json result_json(const AuditResult& result, const std::string& name) {
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
            {"seal", seal_text(result.seal)},
            {"rows_at_largest_radius", result.rows_at_largest_radius},
            {"notes", loaded.notes}};
  for (const auto& b : result.budgets)
    json["budgets_consistent"].push_back({{"n", b.n}, {"alpha", b.alpha}, {"reaches_cap", b.reaches_cap}});
  for (const auto& f : result.findings)
    json["findings"].push_back({{"code", f.code}, {"message", f.message}});
  if (result.rounding) json["rounding"] = rounding_json(*result.rounding);
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

/// For logs whose radii were rounded. It has no rows when there are none.
Table rounding_table(const std::vector<AuditResult>& results, const std::vector<std::string>& names) {
  Table table{.title = "ACR of rounded radii",
              .header = {"log", "proven", "at most", "as printed", "unrounded"},
              .rows = {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& rounding = results[i].rounding;
    if (!rounding) continue;
    table.rows.push_back({text_cell(names[i]), real_cell(rounding->acr_low, 4),
                          real_cell(rounding->acr_high, 4), real_cell(rounding->acr_logged, 4),
                          real_cell(rounding->acr_mean, 4)});
  }
  return table;
}

void add_findings(Document& document, const std::vector<AuditResult>& results,
                  const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const AuditResult& result : results) paths.push_back(result.loaded.log.path);
  LogNotes notes(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const Finding& finding : results[i].findings)
      document.add(with_short_names(join_text(finding.code, ": ", finding.message), paths, names));
    for (const std::string& note : results[i].loaded.notes) notes.add(names[i], note);
  }
  for (std::string& line : notes.lines()) document.add(std::move(line));
}

}  // namespace

bool is_clean(const std::vector<AuditResult>& results) {
  return std::all_of(results.begin(), results.end(), [](auto& result) { return result.findings.empty(); });
}

Document audit_document(const std::vector<AuditResult>& results, std::span<const UnreadLog> unread,
                        const std::vector<std::string>& names) {
  Document document;
  json_in(document) = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i)
    json_in(document).push_back(result_json(results[i], names[i]));
  for (Json& log : json_of(unread)) json_in(document).push_back(std::move(log));
  warn_of_unread(document, unread);
  document.add(audit_table(results, names));
  document.add(
      "alpha: all that make every radius attainable. at cap: rows with the largest radius that n allows.");
  if (Table rounding = rounding_table(results, names); !rounding.rows.empty()) {
    document.add(std::move(rounding));
    document.add("proven, at most: with the least and the largest radii that print like the logged ones.");
    document.add("evaluate and table take the least; of any budget, where n or alpha is only assumed.");
    document.add("as printed: with the radii as they stand in the log, as papers take them.");
    document.add("unrounded: after undoing their rounding, for each the mean of the radii that round to it.");
  }
  add_findings(document, results, names);
  document.add(is_clean(results) ? "Nothing found." : "Check these findings before you use the logs.");
  return document;
}

}  // namespace certus
