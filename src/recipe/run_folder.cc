#include "certus/recipe/run_folder.h"

#include <nlohmann/json.hpp>

#include "certus/base/build_info.h"
#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

std::filesystem::path made(const std::filesystem::path& folder) {
  make_folder(checkpoint_path(folder, "last").parent_path());
  return folder;
}

}  // namespace

std::filesystem::path run_config_path(const std::filesystem::path& folder) {
  return folder / "config.toml";
}
std::filesystem::path run_manifest_path(const std::filesystem::path& folder) {
  return folder / "manifest.json";
}
std::filesystem::path train_log_path(const std::filesystem::path& folder) {
  return folder / "train.csv";
}
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const std::string& name) {
  return folder / "checkpoint" / (name + ".safetensors");
}

std::filesystem::path model_path(const std::filesystem::path& folder, const std::string& ending) {
  return folder / ("model" + ending);
}

void clear_run_folder(const std::filesystem::path& folder) {
  std::error_code ignored;  // what cannot be removed cannot be overwritten either, and that is reported
  for (const auto& entry :
       std::filesystem::directory_iterator(checkpoint_path(folder, "last").parent_path(), ignored)) {
    if (entry.path().extension() == ".safetensors") std::filesystem::remove(entry.path(), ignored);
  }
  for (const std::string ending : {".safetensors", ".onnx"})
    std::filesystem::remove(model_path(folder, ending), ignored);
}

void write_run_manifest(const std::filesystem::path& folder, const RunSummary& summary) {
  const nlohmann::ordered_json json = {{"certus", certus_version()},     {"train_data", summary.train_data},
                                       {"test_data", summary.test_data}, {"soft_labels", summary.soft_labels},
                                       {"p_correct", summary.p_correct}, {"device", summary.device},
                                       {"threads", summary.threads},     {"steps", summary.steps},
                                       {"finished", summary.finished}};
  write_file(run_manifest_path(folder), json.dump(2) + "\n", Overwrite::kAllow);
}

RunFolderLock::RunFolderLock(const std::filesystem::path& folder) : file_(made(folder) / "lock") {}

}  // namespace certus
