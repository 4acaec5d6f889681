#pragma once

#include <map>
#include <optional>
#include <string>

namespace certus {

/// How the network behind a log was trained, as far as the files beside the log and its path tell.

/// All settings of the config.toml in the folder of the log, by their keys ("sphere_attack.steps"), as plain
/// text; empty where there is no such file. Fails when it is there and cannot be read.
std::map<std::string, std::string> run_settings(const std::string& log_path);

/// One setting: from that file, else from a folder of the path that is called KEY=VALUE.
std::optional<std::string> run_setting(const std::string& log_path, const std::string& key);

/// The seed of training: run.seed of that file, else what seed_in_path finds.
std::optional<std::string> run_seed(const std::string& log_path);

/// The path without folders that are called KEY=...: equal for all values of a setting.
std::string path_without_setting(const std::string& path, const std::string& key);

}  // namespace certus
