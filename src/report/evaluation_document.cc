#include "certus/report/evaluation_document.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/report/class_tables.h"
#include "certus/report/curve_tables.h"
#include "certus/report/evaluation_json.h"
#include "certus/report/evaluation_notes.h"
#include "certus/report/log_warnings.h"

namespace certus {
namespace {

/// What rounding leaves open of ACR. It adds no column where no radii are rounded.
void add_rounded_acr(Table& table, const std::vector<LogEvaluation>& logs) {
  if (std::ranges::none_of(logs, [](const auto& log) { return log.whole.rounded_acr.has_value(); })) return;
  table.header.emplace_back("ACR at most");
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto& rounded = logs[i].whole.rounded_acr;
    table.rows[i].push_back(rounded ? real_cell(rounded->most, 4) : text_cell("-"));
  }
}

Table summary_table(const std::vector<LogEvaluation>& logs) {
  Table table{.title = "Logs",
              .header = {"log", "rows", "sigma", "n", "alpha", "abstain %", "clean %", "ACR"},
              .rows = {}};
  for (const LogEvaluation& log : logs) {
    const LoadedLog& loaded = log.loaded;
    table.rows.push_back(
        {text_cell(log.name), count_cell(log.whole.rows),
         loaded.sigma.value ? exact_cell(*loaded.sigma.value) : text_cell("?"),
         loaded.n.value ? count_cell(*loaded.n.value) : text_cell("?"),
         loaded.alpha.value ? exact_cell(*loaded.alpha.value) : text_cell("?"),
         percent_cell(static_cast<double>(log.whole.abstained) / static_cast<double>(log.whole.rows), 2),
         percent_cell(log.whole.clean.value, 2), optional_cell(log.whole.acr, 4)});
  }
  add_rounded_acr(table, logs);
  return table;
}

/// What anytime records cost. It has no rows when there are none.
Table draws_table(const std::vector<LogEvaluation>& logs) {
  Table table{
      .title = "Draws of anytime certification",
      .header = {"log", "mean draws", "times fewer", "decided %", "given up %", "at the most draws %"},
      .rows = {}};
  for (const LogEvaluation& log : logs) {
    if (!log.draws) continue;
    const DrawsSpent& spent = *log.draws;
    const auto share = [&](std::int64_t images) {
      return percent_cell(static_cast<double>(images) / static_cast<double>(log.whole.rows), 2);
    };
    table.rows.push_back({text_cell(log.name), real_cell(spent.mean, 0),
                          real_cell(spent.fixed / spent.mean, 1), share(spent.decided), share(spent.ended),
                          share(spent.undecided)});
  }
  return table;
}

/// Radii as printed are not always certificates.
std::string accuracy_title(std::span<const LogEvaluation> logs) {
  const bool as_printed = std::ranges::any_of(logs, [](const auto& log) { return log.loaded.as_printed; });
  return as_printed ? "Images with the right class and printed radius >= r, %" : "Certified accuracy %";
}

/// The band for p_A itself, beside that for votes / n. It has no columns when there is none.
void add_band_of_p_a(Table& table, const std::vector<Estimate>& band) {
  if (band.empty()) return;
  table.header.insert(table.header.end(), {"p_A itself, lower", "p_A itself, upper"});
  for (std::size_t i = 0; i < band.size(); ++i)
    table.rows[i].insert(table.rows[i].end(),
                         {percent_cell(band[i].lower, 2), percent_cell(band[i].upper, 2)});
}

/// The curves of a single log, with their intervals.
void add_curves_of(Document& document, const LogEvaluation& log, double confidence) {
  const std::string percent = join_text(percent_text(confidence, 1), " %");
  if (!log.whole.accuracy.empty()) {
    document.add(curve_table(
        join_text(accuracy_title({&log, 1}), " (exact ", percent, " intervals over the test images)"),
        {"radius", "accuracy", "lower", "upper"}, log.whole.accuracy));
  }
  if (!log.whole.p_a.empty()) {
    Table table =
        curve_table(join_text("P(p_A >= p) %, p_A as votes / n (simultaneous ", percent,
                              log.draws ? " band over images and their votes)" : " band over the images)"),
                    {"p", "share", "lower", "upper"}, log.whole.p_a);
    add_band_of_p_a(table, log.p_a_itself);
    document.add(std::move(table));
  }
}

Table curves_of(std::string title, const std::vector<LogEvaluation>& logs, const std::vector<double>& grid,
                std::vector<Estimate> Evaluation::*curve) {
  std::vector<NamedCurve> curves;
  for (const LogEvaluation& log : logs) curves.push_back({{text_cell(log.name)}, log.whole.*curve});
  return curves_table(std::move(title), {"log"}, grid, std::move(curves));
}

}  // namespace

Document evaluation_document(const LogEvaluations& found) {
  const std::vector<LogEvaluation>& logs = found.logs;
  Document document;
  json_in(document) = evaluation_json(found);
  for (const LogEvaluation& log : logs) {
    if (log.near_constant)
      document.add(join_text("WARNING: ", log.name, ": ", near_constant_text(*log.near_constant)));
  }
  warn_of_unread(document, found.unread);
  document.add(summary_table(logs));
  if (Table draws = draws_table(logs); !draws.rows.empty()) document.add(std::move(draws));
  if (logs.size() == 1) {
    add_curves_of(document, logs.front(), found.options.confidence);
  } else {
    document.add(
        curves_of(accuracy_title(logs) + ", at radius", logs, found.options.radii, &Evaluation::accuracy));
    document.add(curves_of("P(p_A >= p) %, at p", logs, found.options.p, &Evaluation::p_a));
  }
  for (std::string& line : evaluation_notes(found)) document.add(std::move(line));
  for (const LogEvaluation& log : logs) {
    if (!log.classes.empty()) add_class_tables(document, log, found.options);
  }
  return document;
}

}  // namespace certus
