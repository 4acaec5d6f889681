#include "certus/experiment/experiment_document.h"

#include <cmath>
#include <map>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/experiment/cell_state.h"
#include "certus/experiment/cell_summary.h"
#include "certus/record/certification_record.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

std::string time_text(double seconds) {
  return duration_text(std::round(seconds));
}

/// The costs of all cells together.
struct TotalCost {
  double train_seconds = 0.0, certify_seconds = 0.0;
  std::uintmax_t disk_bytes = 0;
  std::size_t cells = 0;
  std::map<std::string, std::size_t> unknown;  ///< cells whose cost is not known, by reason

  void add(const CellCost& cost) {
    ++cells;
    train_seconds += cost.train_seconds;
    certify_seconds += cost.certify_seconds;
    disk_bytes += cost.disk_bytes;
    if (!cost.why_unknown.empty()) ++unknown[cost.why_unknown];
  }
  double seconds() const { return train_seconds + certify_seconds; }
};

void add_total(Document& document, const DryRun& run, const std::vector<bool>& open) {
  TotalCost total;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i]) total.add(run.costs.empty() ? CellCost{} : run.costs[i]);
  }
  const std::string cells = counted(total.cells, "cell", "cells");
  json_in(document)["cells_to_make"] = total.cells;
  if (run.seconds == 0.0) {
    document.add(cells + " to make; nothing was measured.");
    return;
  }
  const double at_once = seconds_with_jobs(run.experiment, run.costs, open, run.jobs);
  json_in(document)["seconds"] = total.seconds();
  json_in(document)["seconds_with_jobs"] = at_once;
  json_in(document)["disk_bytes"] = total.disk_bytes;
  const std::string with_jobs =
      run.jobs == 1 ? "" : join_text(", about ", time_text(at_once), " with ", run.jobs, " jobs at a time");
  document.add(join_text(cells, " to make: training ", time_text(total.train_seconds), ", certifying ",
                         time_text(total.certify_seconds), ", together ", time_text(total.seconds()),
                         with_jobs, "; disk ", amount_text(total.disk_bytes), '.'));
  document.add(
      join_text("Each kind of cell was measured for about ", run.seconds,
                " seconds on this machine as busy as it is now, and extrapolated; gradient norms and outputs "
                "are not counted."));
  for (const auto& [reason, count] : total.unknown)
    document.add(join_text("Not known for ", counted(count, "cell", "cells"), ": ", reason));
}

/// A row of a dry run.
void add_cell(Table& table, Json& cells, const ExperimentCell& cell, const std::string& state,
              const CellCost* cost, bool is_open) {
  table.rows.push_back({text_cell(cell.title()), text_cell(state)});
  const CellCost known = cost == nullptr ? CellCost{} : *cost;
  cells.push_back({{"cell", cell.title()},
                   {"folder", cell.place().string()},
                   {"train_seconds", known.train_seconds},
                   {"certify_seconds", known.certify_seconds}});
  if (cost == nullptr) return;
  const bool is_known = is_open && cost->why_unknown.empty();
  for (const double part : {cost->train_seconds, cost->certify_seconds})
    table.rows.back().push_back(text_cell(is_known ? time_text(part) : "-"));
}

}  // namespace

std::string amount_text(std::uintmax_t bytes) {
  const double mega = static_cast<double>(bytes) / 1e6;
  return mega < 1000.0 ? fixed_text(mega, 1) + " MB" : fixed_text(mega / 1000.0, 1) + " GB";
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return join_text(count, ' ', count == 1 ? one : many);
}

Document status_document(const Experiment& experiment, const std::filesystem::path& root,
                         const std::vector<bool>& wanted) {
  const ResultFolder folder(root);
  Document document;
  json_in(document) = {{"scale", experiment.scale}, {"cells", Json::array()}};
  Table table{.title = join_text("Cells in ", root, ", scale ", experiment.scale),
              .header = {"cell", "state"},
              .rows = {},
              .left_columns = 2};
  std::size_t finished = 0;
  for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
    if (!wanted[i]) continue;
    const ExperimentCell& cell = experiment.cells[i];
    const CellState state = cell_state(folder, cell);
    finished += state.is_finished ? 1 : 0;
    table.rows.push_back({text_cell(cell.title()), text_cell(state.text)});
    json_in(document)["cells"].push_back(
        {{"cell", cell.title()}, {"folder", cell.place().string()}, {"state", state.text}});
  }
  const std::size_t cells = table.rows.size();
  json_in(document)["finished"] = finished;
  document.add(std::move(table));
  document.add(join_text(finished, " of ", counted(cells, "cell", "cells"), " finished."));
  return document;
}

std::vector<bool> DryRun::open() const {
  const ResultFolder folder(root);
  std::vector<bool> open;
  for (std::size_t i = 0; i < experiment.cells.size(); ++i)
    open.push_back(wanted[i] && cell_state(folder, experiment.cells[i]).is_to_make);
  return open;
}

Document dry_run_document(const DryRun& run) {
  const ResultFolder folder(run.root);
  const std::vector<bool> open = run.open();
  Document document;
  json_in(document) = {{"scale", run.experiment.scale}, {"cells", Json::array()}};
  Table table{.title = "What a run would do", .header = {"cell", "state"}, .rows = {}, .left_columns = 2};
  if (run.seconds > 0.0) table.header.insert(table.header.end(), {"train", "certify"});
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!run.wanted[i]) continue;
    const ExperimentCell& cell = run.experiment.cells[i];
    add_cell(table, json_in(document)["cells"], cell, cell_state(folder, cell).text,
             run.seconds > 0.0 ? &run.costs[i] : nullptr, open[i]);
  }
  document.add(std::move(table));
  add_total(document, run, open);
  std::string outputs;
  for (const Output& output : run.experiment.outputs)
    outputs += (outputs.empty() ? "" : ", ") + output.file.string();
  document.add("Outputs: " + (outputs.empty() ? "none" : outputs));
  return document;
}

Document summary_document(const std::vector<std::filesystem::path>& cell_folders) {
  Document document;
  json_in(document) = {{"cells", Json::array()}};
  Table table{.title = "Finished cells; accuracies in %",
              .header = {"method", "setting", "sigma", "seed", "ACR", "n", "certified at 0", "images kept",
                         "training, noisy", "test, noisy"},
              .rows = {},
              .left_columns = 2};
  const auto percent = [](const std::optional<double>& share) {
    return percent_cell(share.value_or(std::nan("")), 1);
  };
  for (const std::filesystem::path& folder : cell_folders) {
    const CellSummary cell = read_cell_summary(folder);
    table.rows.push_back({text_cell(cell.method), text_cell(cell.varied), exact_cell(cell.sigma),
                          count_cell(cell.seed), real_cell(cell.acr, 3), count_cell(cell.n),
                          percent_cell(cell.accuracy, 1), optional_cell(cell.kept_images, 0),
                          percent(cell.train_accuracy), percent(cell.test_accuracy)});
    json_in(document)["cells"].push_back({{"method", cell.method},
                                          {"varied", cell.varied},
                                          {"sigma", cell.sigma},
                                          {"seed", cell.seed},
                                          {"acr", cell.acr},
                                          {"n", cell.n},
                                          {"certified_accuracy_at_0", cell.accuracy},
                                          {"kept_images", json_of(cell.kept_images)}});
  }
  document.add(std::move(table));
  return document;
}

}  // namespace certus
