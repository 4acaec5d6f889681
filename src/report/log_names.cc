#include "certus/report/log_names.h"

#include <algorithm>
#include <set>

#include "certus/base/error.h"

namespace certus {

namespace {

/// Longer names make a table too wide for a terminal.
constexpr std::size_t kLongName = 40;

/// The last `count` parts of a path: "ours/noise_0.5.tsv" is two.
std::string last_parts(const std::string& path, std::size_t count) {
  std::size_t slash = path.size();
  for (; count > 0 && slash != std::string::npos && slash > 0; --count) slash = path.rfind('/', slash - 1);
  return slash == std::string::npos || slash == 0 ? path : path.substr(slash + 1);
}

bool are_distinct(const std::vector<std::string>& names) {
  return std::set<std::string>(names.begin(), names.end()).size() == names.size();
}

bool is_long(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [](auto& name) { return name.size() > kLongName; });
}

std::vector<std::string> without_shared_folder(const std::vector<std::string>& paths) {
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

}  // namespace

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names = without_shared_folder(paths);
  if (!is_long(names)) return names;
  constexpr std::size_t kMostParts = 8;
  for (std::size_t parts = 2; parts <= kMostParts; ++parts) {
    std::vector<std::string> shorter;
    for (const auto& name : names) shorter.push_back(last_parts(name, parts));
    if (are_distinct(shorter)) return shorter;
  }
  return names;
}

std::string with_short_names(std::string text, const std::vector<std::string>& paths,
                             const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == names[i]) continue;
    for (std::size_t at = 0; (at = text.find(paths[i], at)) != std::string::npos; at += names[i].size())
      text.replace(at, paths[i].size(), names[i]);
  }
  return text;
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

}  // namespace certus
