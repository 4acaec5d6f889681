#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "certus/experiment/cell_costs.h"
#include "certus/experiment/experiment.h"
#include "certus/report/document.h"

namespace certus {

/// Where each wanted cell stands.
Document status_document(const Experiment& experiment, const std::filesystem::path& root,
                         const std::vector<bool>& wanted);

/// What a run would do.
struct DryRun {
  const Experiment& experiment;
  std::filesystem::path root;
  std::vector<bool> wanted;  ///< by cell
  int jobs = 1;              ///< steps at a time
  double seconds = 0.0;      ///< that each kind of cell was measured; 0: `costs` are not known
  std::vector<CellCost> costs = {};

  /// By cell: whether it is wanted and a run would train or certify it.
  std::vector<bool> open() const;
};
Document dry_run_document(const DryRun& run);

/// A row for each finished cell: what its log says, and beside it what no log says.
Document summary_document(const std::vector<std::filesystem::path>& cell_folders);

/// "12.5 MB".
std::string amount_text(std::uintmax_t bytes);

/// "1 cell", "2 cells".
std::string counted(std::size_t count, const char* one, const char* many);

}  // namespace certus
