#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace certus::cli {

/// What a run reads and what it writes.
struct RunFiles {
  /// A log or a table stands for its manifest, too; a folder stands for all files in it.
  std::vector<std::filesystem::path> inputs;
  std::vector<std::filesystem::path> outputs;
};

/// Fails when the run would write one of its inputs, by whatever name or link, or two of its outputs into one
/// file. To be called before anything is written; no option lifts it, because what would be lost is needed by
/// the run itself.
void check_outputs(const RunFiles& files);

}  // namespace certus::cli
