#include "certus/logs/run_settings.h"

#include <filesystem>

#include "certus/base/config.h"
#include "certus/base/file.h"
#include "certus/base/split_text.h"
#include "certus/logs/log_path.h"

namespace certus {

std::map<std::string, std::string> run_settings(const std::string& log_path) {
  const auto file = std::filesystem::path(log_path).parent_path() / "config.toml";
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return {};
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  return plain_values({.name = file.string(), .content = read_file(file, kMostBytes)});
}

std::optional<std::string> run_setting(const std::string& log_path, const std::string& key) {
  const auto settings = run_settings(log_path);
  if (const auto found = settings.find(key); found != settings.end()) return found->second;
  std::optional<std::string> value;
  for (const std::string_view part : split_text(log_path, '/')) {
    if (part.starts_with(key + '=')) value = part.substr(key.size() + 1);
  }
  return value;
}

std::optional<std::string> run_seed(const std::string& log_path) {
  const auto settings = run_settings(log_path);
  const auto found = settings.find("run.seed");
  return found != settings.end() ? found->second : seed_in_path(log_path);
}

std::string path_without_setting(const std::string& path, const std::string& key) {
  std::string out;
  bool first = true;
  for (const std::string_view part : split_text(path, '/')) {
    if (part.starts_with(key + '=')) continue;
    if (!first) out += '/';
    out += part;
    first = false;
  }
  return out;
}

}  // namespace certus
