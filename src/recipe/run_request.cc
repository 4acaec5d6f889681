#include "certus/recipe/run_request.h"

#include <algorithm>
#include <optional>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"

namespace certus {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;

/// The configuration of a request, and of the run that it resumes.
struct Configs {
  std::optional<Config> was;  ///< empty: nothing is resumed
  Config now;

  bool differ() const { return was && run_config_text(*was) != run_config_text(now); }
};

Configs configs_of(const RunRequest& request) {
  const std::filesystem::path kept = run_config_path(request.folder);
  if (request.start != Start::kResume || !std::filesystem::exists(kept)) {
    if (request.preset.empty()) {
      fail(ErrorKind::kFile, kept, ": there is no run to resume; give a preset or FILE.toml to start one");
    }
    return {.was = std::nullopt, .now = training_config(load_preset(request.preset), request.settings)};
  }
  const ConfigText text{.name = kept.string(), .content = read_file(kept, kMaxBytes)};
  Config was(train_settings(), {text}, {});
  const ConfigText as_now{.name = text.name, .content = run_config_text(was)};
  if (plain_values(as_now) != plain_values(text)) {
    fail(ErrorKind::kConfig, kept, ": is not the configuration of a run of this version of certus; ",
         "train into another folder");
  }
  return {.was = std::move(was),
          .now = training_config(request.preset.empty() ? std::vector{text} : load_preset(request.preset),
                                 request.settings)};
}

}  // namespace

std::filesystem::path default_run_folder(const std::string& preset) {
  std::string name =
      preset.ends_with(".toml") ? std::filesystem::path(preset).replace_extension().string() : preset;
  std::ranges::replace(name, '/', '-');
  return std::filesystem::path("runs") / name;
}

std::string first_difference(const Config& was, const Config& now) {
  for (const Parameter& setting : now.schema()) {
    const std::string before = was.plain_text(setting.name), after = now.plain_text(setting.name);
    const bool is_read = why_unread(was, setting.name).empty() || why_unread(now, setting.name).empty();
    if (is_read && before != after) return join_text(setting.name, " = ", before, ", now ", after);
  }
  return "other settings";
}

std::string changed_setting(const RunRequest& request) {
  const Configs configs = configs_of(request);
  return configs.differ() ? first_difference(*configs.was, configs.now) : "";
}

Config run_config(const RunRequest& request) {
  Configs configs = configs_of(request);
  if (configs.differ()) {
    fail(ErrorKind::kConfig, run_config_path(request.folder), ": the run began with ",
         first_difference(*configs.was, configs.now),
         "; resume it with its own settings, or start a new run in another folder, from its weights "
         "(model.start_from)");
  }
  return std::move(configs.now);
}

RunFolderState run_folder_state(const std::filesystem::path& folder) {
  if (std::filesystem::exists(run_config_path(folder))) return RunFolderState::kHasRun;
  const bool has_files = std::filesystem::is_directory(folder) && !std::filesystem::is_empty(folder);
  return has_files ? RunFolderState::kHasOtherFiles : RunFolderState::kFree;
}

void check_run_folder(const RunRequest& request) {
  if (request.start != Start::kNew) return;
  const RunFolderState state = run_folder_state(request.folder);
  if (state == RunFolderState::kHasRun)
    fail(ErrorKind::kFile, request.folder, ": a run is there already; resume it, or replace it");
  if (state == RunFolderState::kHasOtherFiles)
    fail(ErrorKind::kFile, request.folder, ": has other files; a run needs a folder of its own");
}

}  // namespace certus
