#include "certus/cli/log_names.h"

#include <algorithm>

#include "certus/base/error.h"

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
