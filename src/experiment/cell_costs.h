#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/experiment/run_experiment.h"

namespace certus {

/// What a cell would cost on this machine: measured for a few seconds, then extrapolated.
struct CellCost {
  double train_seconds = 0.0;    ///< with estimates of p_A and test passes
  double certify_seconds = 0.0;  ///< with the tables of votes that it needs
  std::uintmax_t disk_bytes = 0;
  std::string why_unknown;  ///< empty: measured
};

/// The cost of the cells that `open` marks, by cell; cells with the same method, network and steps are
/// measured once. Every measurement trains the cell's network on a few images for two epochs, before and
/// after its pieces begin, and votes with the result.
/// @param seconds  about how long each of the two is measured
/// @param on_measure  told which cell is next
std::vector<CellCost> measure_cell_costs(const ExperimentJob& job, const std::vector<bool>& open,
                                         double seconds,
                                         const std::function<void(const std::string& title)>& on_measure);

/// How long the cells that `open` marks take with `jobs` steps at a time, started in the order in which
/// run_experiment starts them. The model that votes for a cell is trained before it. Cells of unknown cost
/// count as 0.
double seconds_with_jobs(const Experiment& experiment, const std::vector<CellCost>& costs,
                         const std::vector<bool>& open, int jobs);

}  // namespace certus
