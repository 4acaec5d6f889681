#pragma once

#include <filesystem>
#include <string>

#include "certus/base/append_file.h"

namespace certus {

/// The files of a training run.
std::filesystem::path run_config_path(const std::filesystem::path& folder);    ///< resolved configuration
std::filesystem::path run_manifest_path(const std::filesystem::path& folder);  ///< what it was made with
std::filesystem::path train_log_path(const std::filesystem::path& folder);
/// @param name  "last", "best" or "epoch-050"
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const std::string& name);

/// @param ending  ".safetensors" or ".onnx"
std::filesystem::path model_path(const std::filesystem::path& folder, const std::string& ending);

/// Removes checkpoints and models that an earlier run left, so that none of them is taken for a result
/// of this run.
void clear_run_folder(const std::filesystem::path& folder);

/// What a run was made with, beside its configuration.
struct RunSummary {
  std::string train_data, test_data;  ///< which images, with their checksum
  std::string device;
  int threads = 1;
  std::string soft_labels, p_correct;  ///< tables with their checksums, if any
  bool finished = false;
  std::int64_t steps = 0;
};
void write_run_manifest(const std::filesystem::path& folder, const RunSummary& summary);

/// The folder of a run while it is under way: made when missing, and locked, so that no second process trains
/// into it.
class RunFolderLock {
 public:
  explicit RunFolderLock(const std::filesystem::path& folder);

 private:
  AppendFile file_;
};

}  // namespace certus
