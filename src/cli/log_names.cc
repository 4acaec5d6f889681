#include "certus/cli/log_names.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "certus/base/error.h"
#include "certus/record/load_log.h"

namespace certus::cli {

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  if (paths.size() < 2) return paths;
  std::size_t common = paths.front().size();
  for (const auto& path : paths) {
    const auto differ = std::mismatch(path.begin(), path.end(), paths.front().begin(), paths.front().end());
    common = std::min(common, static_cast<std::size_t>(differ.first - path.begin()));
  }
  const std::size_t slash = paths.front().rfind('/', common == 0 ? 0 : common - 1);
  const std::size_t cut = slash == std::string::npos || slash >= common ? 0 : slash + 1;
  std::vector<std::string> names;
  for (const auto& path : paths) names.push_back(path.substr(cut));
  return names;
}

std::vector<std::string> method_names(std::span<const std::string> paths) {
  // Folders and file of each path; noise_0.5.tsv itself names nobody.
  std::vector<std::vector<std::string>> parts;
  for (const std::string& path : paths) {
    const std::filesystem::path without(path_without_sigma(path));
    parts.emplace_back();
    for (const auto& folder : without.parent_path()) parts.back().push_back(folder.string());
    std::string file = without.stem().string();
    for (const char* noise : {"noise_*", "sigma_*"}) {
      if (const auto at = file.rfind(noise); at != std::string::npos) file.erase(at);
    }
    while (!file.empty() && std::string_view("_-.").find(file.back()) != std::string_view::npos)
      file.pop_back();
    if (!file.empty()) parts.back().push_back(file);
    if (parts.back().empty()) parts.back().push_back(path);
  }
  const auto all_share = [&](auto part_of) {
    return std::all_of(parts.begin(), parts.end(), [&](const auto& names) {
      return names.size() > 1 && part_of(names) == part_of(parts.front());
    });
  };
  const bool one = std::adjacent_find(parts.begin(), parts.end(), std::not_equal_to<>()) == parts.end();
  while (all_share([](const auto& names) { return names.front(); })) {
    for (auto& names : parts) names.erase(names.begin());
  }
  while (!one && all_share([](const auto& names) { return names.back(); })) {
    for (auto& names : parts) names.pop_back();
  }
  std::vector<std::string> methods;
  for (const auto& names : parts) {
    methods.emplace_back();
    for (const std::string& name : names) methods.back() += (methods.back().empty() ? "" : "/") + name;
  }
  return methods;
}

void LogNotes::add(const std::string& name, const std::string& sentence) {
  const auto found =
      std::find_if(notes_.begin(), notes_.end(), [&](auto& note) { return note.sentence == sentence; });
  if (found == notes_.end())
    notes_.push_back({sentence, {name}});
  else
    found->names.push_back(name);
}

std::vector<std::string> LogNotes::lines() const {
  std::vector<std::string> lines;
  for (const Note& note : notes_) {
    const bool all = note.names.size() == logs_ && logs_ > 1;
    const std::string who = all ? "all logs"
                            : note.names.size() == 1
                                ? note.names[0]
                                : join_text(note.names[0], " and ", note.names.size() - 1, " more");
    lines.push_back(join_text(who, ": ", note.sentence));
  }
  return lines;
}

}  // namespace certus::cli
