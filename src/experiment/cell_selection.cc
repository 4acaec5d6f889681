#include "certus/experiment/cell_selection.h"

#include <fnmatch.h>

#include <algorithm>

#include "certus/base/error.h"

namespace certus {
namespace {

bool fits(const ExperimentCell& cell, const std::string& pattern) {
  const std::string place = cell.place().string();
  const std::string without_data = place.substr(place.find('/') + 1);
  return cell.name == pattern || ::fnmatch(pattern.c_str(), place.c_str(), 0) == 0 ||
         ::fnmatch(pattern.c_str(), without_data.c_str(), 0) == 0;
}

[[noreturn]] void fail_without_cell(const std::string& pattern, const std::vector<ExperimentCell>& cells) {
  std::vector<std::string> names;
  for (const ExperimentCell& cell : cells) {
    if (std::ranges::find(names, cell.name) == names.end()) names.push_back(cell.name);
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  fail(ErrorKind::kConfig, pattern, " fits no cell, expected a name (", list, ") or a pattern like '",
       cells.empty() ? "name" : cells.front().name, "/*/seed-0'");
}

}  // namespace

std::vector<bool> select_cells(const Experiment& experiment, const std::vector<std::string>& patterns) {
  std::vector<bool> selected(experiment.cells.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    bool fits_any = false;
    for (std::size_t i = 0; i < selected.size(); ++i) {
      if (!fits(experiment.cells[i], pattern)) continue;
      selected[i] = true;
      fits_any = true;
    }
    if (!fits_any) fail_without_cell(pattern, experiment.cells);
  }
  return selected;
}

}  // namespace certus
