#include "certus/train/run_folder.h"

namespace certus {

std::filesystem::path run_config_path(const std::filesystem::path& folder) { return folder / "config.toml"; }
std::filesystem::path run_manifest_path(const std::filesystem::path& folder) { return folder / "manifest.json"; }
std::filesystem::path train_log_path(const std::filesystem::path& folder) { return folder / "train.csv"; }
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const std::string& name) {
  return folder / "checkpoint" / (name + ".safetensors");
}

}  // namespace certus
