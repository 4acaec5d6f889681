#pragma once

#include <filesystem>
#include <string>

namespace certus {

/// The files of a training run.
std::filesystem::path run_config_path(const std::filesystem::path& folder);    ///< resolved configuration
std::filesystem::path run_manifest_path(const std::filesystem::path& folder);  ///< what it was made with
std::filesystem::path train_log_path(const std::filesystem::path& folder);
/// @param name  "last", "best" or "epoch-050"
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const std::string& name);

}  // namespace certus
