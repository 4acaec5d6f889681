#include "certus/recipe/presets.h"

#include <algorithm>
#include <filesystem>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/nearest_name.h"
#include "certus/recipe/embedded_presets.h"

namespace certus {
namespace {

constexpr std::string_view kEnding = ".toml";
constexpr std::string_view kEmbeddedPrefix = "preset:";
constexpr std::size_t kMaxFileBytes = 1 << 20;

/// Where a text lies: a file, or a preset inside the program.
struct Place {
  bool is_embedded = false;
  std::filesystem::path path;  ///< of a preset: its name
};

std::string without_ending(std::string text) {
  if (text.ends_with(kEnding)) text.resize(text.size() - kEnding.size());
  return text;
}

/// A name for messages. It is the same for the same place, however that was reached.
std::string name_of(const Place& place) {
  return place.is_embedded ? join_text("presets/", place.path, kEnding)
                           : place.path.lexically_normal().string();
}

Place included_place(const Place& from, const std::string& include) {
  if (include.starts_with(kEmbeddedPrefix)) {
    return {.is_embedded = true, .path = without_ending(include.substr(kEmbeddedPrefix.size()))};
  }
  const std::filesystem::path beside = (from.path.parent_path() / include).lexically_normal();
  return {.is_embedded = from.is_embedded,
          .path = from.is_embedded ? std::filesystem::path(without_ending(beside.string())) : beside};
}

[[noreturn]] void fail_unknown(const std::string& where, const std::string& name,
                               const std::vector<std::string>& names) {
  std::string nearest;
  for (const std::string& each : nearest_names(name, names, 3))
    nearest += (nearest.empty() ? "" : ", ") + each;
  fail(ErrorKind::kConfig, where, "there is no preset '", name, "'; the nearest are ", nearest,
       "; the name of a file must end in ", kEnding);
}

std::string embedded_content(const std::string& name, const std::string& includer) {
  const auto presets = embedded_presets();
  const auto found = std::ranges::find(presets, name, &EmbeddedFile::name);
  if (found != presets.end()) return std::string(found->content);
  if (includer.empty()) fail_unknown("", name, preset_names());
  std::vector<std::string> names;  // including bases, because they exist to be included
  for (const EmbeddedFile& preset : presets) names.emplace_back(preset.name);
  fail_unknown(includer + ": include: ", name, names);
}

std::string file_content(const std::filesystem::path& path, const std::string& includer) {
  std::error_code unreadable;
  if (!includer.empty() && !std::filesystem::exists(path, unreadable)) {
    fail(ErrorKind::kConfig, includer, ": include: there is no file ", path,
         "; paths are relative to the file that includes them, and '", kEmbeddedPrefix,
         "NAME' takes a preset of the program");
  }
  return read_file(path, kMaxFileBytes);
}

/// Appends what `place` includes, then itself. `chain` holds the names of the texts that led here.
void append_texts(const Place& place, std::vector<std::string>& chain, std::vector<ConfigText>& texts) {
  const std::string includer = chain.empty() ? "" : chain.back();
  const std::string name = name_of(place);
  const auto again = std::ranges::find(chain, name);
  if (again != chain.end()) {
    std::string circle;
    for (auto each = again; each != chain.end(); ++each) circle += *each + " -> ";
    fail(ErrorKind::kConfig, includer, ": include leads back to itself: ", circle, name);
  }
  ConfigText text{.name = name,
                  .content = place.is_embedded ? embedded_content(place.path.string(), includer)
                                               : file_content(place.path, includer)};
  chain.push_back(name);
  for (const std::string& include : take_texts(text, "include")) {
    append_texts(included_place(place, include), chain, texts);
  }
  chain.pop_back();
  texts.push_back(std::move(text));
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& preset : embedded_presets()) {
    if (!preset.name.ends_with("/base")) names.emplace_back(preset.name);
  }
  return names;
}

std::vector<ConfigText> load_preset(const std::string& name_or_path) {
  std::vector<ConfigText> texts;
  std::vector<std::string> chain;
  append_texts({.is_embedded = !name_or_path.ends_with(kEnding), .path = name_or_path}, chain, texts);
  return texts;
}

}  // namespace certus
