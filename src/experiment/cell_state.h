#pragma once

#include <string>

#include "certus/experiment/result_folder.h"

namespace certus {

/// Where a cell stands.
struct CellState {
  std::string text;          ///< in a few words: "trained; 12 images certified"
  bool is_finished = false;  ///< nothing is left to do
  bool is_to_make = false;   ///< a run would train or certify it
};

/// Does not fail when files of the cell are damaged, but says so.
CellState cell_state(const ResultFolder& folder, const ExperimentCell& cell);

}  // namespace certus
