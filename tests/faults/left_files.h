#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace certus::test {

using Files = std::map<std::string, std::string>;

/// Whether write_file made the name for a file that it had not put in place when it was stopped:
/// "x.json.a1B2c3".
inline bool is_unfinished(const std::string& name) {
  constexpr std::size_t kLetters = 6;  // of mkstemp
  if (name.size() <= kLetters + 1 || name[name.size() - kLetters - 1] != '.') return false;
  const std::string before = name.substr(0, name.size() - kLetters - 1);
  const auto ends = [&](const char* ending) { return before.ends_with(ending); };
  return ends(".json") || ends(".tsv") || ends(".csv") || ends(".safetensors") ||
         before.find("staged/") != before.npos;
}

/// Every file below a folder by its name there, long ones by their number of bytes and a hash, without
/// unfinished ones and those whose names contain a part of `without`.
inline Files files_below(const std::filesystem::path& folder, const std::vector<std::string>& without) {
  Files found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = std::filesystem::relative(entry.path(), folder).string();
    const bool is_left_out = std::any_of(without.begin(), without.end(), [&](const std::string& part) {
      return name.find(part) != std::string::npos;
    });
    if (entry.is_regular_file() && !is_left_out && !is_unfinished(name))
      found[name] = content_of(entry.path());
  }
  return found;
}

}  // namespace certus::test
