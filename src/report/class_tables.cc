#include "certus/report/class_tables.h"

#include "certus/base/error.h"
#include "certus/report/curve_tables.h"

namespace certus {
namespace {

// A log has names for all of its classes, or for none.
std::vector<std::string> name_columns(const LogEvaluation& log) {
  if (log.classes.front().name.empty()) return {"class"};
  return {"class", "name"};
}

std::vector<Cell> name_cells(const ClassEvaluation& one) {
  std::vector<Cell> cells{text_cell(std::to_string(one.label))};
  if (!one.name.empty()) cells.push_back(text_cell(one.name));
  return cells;
}

Table summary_table(const LogEvaluation& log) {
  const std::vector<std::string> names = name_columns(log);
  Table table{
      .title = join_text("Classes of ", log.name), .header = names, .rows = {}, .left_columns = names.size()};
  for (const char* column : {"rows", "abstain %", "clean %", "ACR"}) table.header.emplace_back(column);
  for (const ClassEvaluation& one : log.classes) {
    const Evaluation& e = one.evaluation;
    std::vector<Cell> row = name_cells(one);
    row.push_back(count_cell(e.rows));
    row.push_back(percent_cell(static_cast<double>(e.abstained) / static_cast<double>(e.rows), 2));
    row.push_back(percent_cell(e.clean.value, 2));
    row.push_back(optional_cell(e.acr, 4));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table class_curves(const char* title, const LogEvaluation& log, const std::vector<double>& grid,
                   std::vector<Estimate> Evaluation::*curve) {
  std::vector<NamedCurve> curves;
  for (const ClassEvaluation& one : log.classes) curves.push_back({name_cells(one), one.evaluation.*curve});
  return curves_table(title, name_columns(log), grid, std::move(curves));
}

using ValueOf = std::function<double(const Evaluation&)>;

std::string worst_text(const LogEvaluation& log, const std::string& what, const ValueOf& value_of) {
  const ClassEvaluation& worst = worst_class(log.classes, value_of);
  return join_text("Worst class in ", what, ": ", worst.label,
                   worst.name.empty() ? "" : join_text(" (", worst.name, ")"), " with ",
                   percent_text(value_of(worst.evaluation), 2),
                   " % (all classes: ", percent_text(value_of(log.whole), 2), " %");
}

/// With the interval of the smallest true value.
void add_worst(Document& document, const LogEvaluation& log, const std::string& what, double confidence,
               const ValueOf& value_of) {
  const Interval interval = interval_of_worst(log.classes, value_of, confidence);
  document.add(join_text(worst_text(log, what, value_of), "; smallest true value over the classes, ",
                         percent_text(confidence, 1), " % interval: ", percent_text(interval.lower, 2),
                         " to ", percent_text(interval.upper, 2), " %)."));
}

}  // namespace

void add_class_tables(Document& document, const LogEvaluation& log, const EvaluationOptions& options) {
  document.add(summary_table(log));
  add_worst(document, log, "clean accuracy", options.confidence,
            [](const Evaluation& e) { return e.clean.value; });
  if (!log.whole.accuracy.empty()) {
    document.add(
        class_curves("Certified accuracy % per class, at radius", log, options.radii, &Evaluation::accuracy));
    for (std::size_t i = 1; i < options.radii.size(); ++i) {
      if (log.whole.accuracy[i].value == 0.0) break;
      add_worst(document, log, join_text("certified accuracy at radius ", options.radii[i]),
                options.confidence, [i](const Evaluation& e) { return e.accuracy[i].value; });
    }
  }
  if (!log.whole.p_a.empty()) {
    document.add(class_curves("P(p_A >= p) % per class, at p", log, options.p, &Evaluation::p_a));
    document.add(worst_text(log, join_text("P(p_A >= ", options.p.front(), ")"),
                            [](const Evaluation& e) { return e.p_a.front().value; }) +
                 ").");
  }
}

}  // namespace certus
