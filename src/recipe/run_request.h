#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "certus/recipe/start.h"

namespace certus {

class Config;

/// Which training run is wanted.
struct RunRequest {
  std::string preset;                 ///< a name or FILE.toml; empty: what the run in the folder began with
  std::vector<std::string> settings;  ///< changes to it: "train.epochs=3"
  std::filesystem::path folder;       ///< of the run
  Start start = Start::kNew;
};

/// Where the run of a preset goes if no folder is given: runs/cifar10-desk-gaussian-0.50.
std::filesystem::path default_run_folder(const std::string& preset);

/// The first setting that one of two runs reads and in which they differ: "noise.sigma = 0.5, now 0.25".
std::string first_difference(const Config& was, const Config& now);

/// The setting in which a request to resume differs from the run in the folder, in the form of
/// first_difference. Empty when there is no difference, when there is no run, or when nothing is to be
/// resumed. Fails where run_config fails for other reasons.
std::string changed_setting(const RunRequest& request);

/// The configuration of the run. For a run that is resumed, this is the one it began with. Fails on settings
/// that are wrong or without effect, when a run that is resumed began with other settings, and when there is
/// neither a preset nor a run.
Config run_config(const RunRequest& request);

enum class RunFolderState { kFree, kHasRun, kHasOtherFiles };
RunFolderState run_folder_state(const std::filesystem::path& folder);

/// Fails when a new run would find files in its folder.
void check_run_folder(const RunRequest& request);

}  // namespace certus
