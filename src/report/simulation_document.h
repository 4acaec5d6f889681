#pragma once

#include <filesystem>

#include "certus/record/simulate.h"
#include "certus/report/document.h"

namespace certus {

/// What `certus simulate` says about the log that it wrote.
Document simulation_document(const std::filesystem::path& path, const SimulatedLog& log,
                             const SimulationCounts& counts);

}  // namespace certus
