#include "certus/base/nesting.h"

#include <algorithm>
#include <vector>

#include "certus/base/error.h"
#include "certus/base/file.h"

namespace certus {
namespace {

[[noreturn]] void fail_deep(ErrorKind kind, std::string_view file) {
  fail(kind, file, ": nested more than ", kMaxNesting, " deep; not one of ours, or damaged");
}

/// Where the TOML string that begins at `at` ends: behind its last quote. A string of one line ends at the
/// latest at the end of the line, as it does for the reader, who fails there.
std::size_t end_of_string(std::string_view toml, std::size_t at) {
  const char quote = toml[at];
  const std::string three(3, quote);
  const bool is_long = toml.substr(at).starts_with(three);
  for (at += is_long ? 3 : 1; at < toml.size(); ++at) {
    if (quote == '"' && toml[at] == '\\') {
      ++at;
    } else if (is_long ? toml.substr(at).starts_with(three) : toml[at] == quote) {
      at += is_long ? 3 : 1;
      // Up to two more quotes belong to the text.
      while (is_long && at < toml.size() && toml[at] == quote) ++at;
      return at;
    } else if (!is_long && toml[at] == '\n') {
      return at;
    }
  }
  return toml.size();
}

/// Counts the levels of a TOML text, from its first character to its last.
class TomlLevels {
 public:
  explicit TomlLevels(std::string_view file) : file_(file) {}

  void take(char c) {
    if (c == '.') ++dots_;
    if (c == '=') before_ = dots_;
    if (c == '=' || c == ',' || c == '\n') dots_ = 0;
    if (c == ',' || c == '\n') before_ = 0;
    if (c == '[' || c == '{') {
      open_.push_back(depth() + before_ + 1);
      before_ = dots_ = 0;
    }
    if ((c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (depth() + before_ + dots_ > kMaxNesting) fail_deep(ErrorKind::kConfig, file_);
  }

 private:
  std::size_t depth() const { return open_.empty() ? 0 : open_.back(); }

  std::string_view file_;
  std::vector<std::size_t> open_;  ///< the depths of the lists and tables that are open
  std::size_t dots_ = 0;           ///< of the key that is being read
  std::size_t before_ = 0;         ///< of the key whose value is being read
};

}  // namespace

void check_json_nesting(const std::filesystem::path& file, std::string_view json) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') in_text = !in_text;
    if (in_text) {
      if (c == '\\') ++at;
      continue;
    }
    if ((c == '[' || c == '{') && ++depth > kMaxNesting) fail_deep(ErrorKind::kData, file.string());
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
}

void check_toml_nesting(const std::string& file, std::string_view toml) {
  TomlLevels levels(file);
  for (std::size_t at = 0; at < toml.size();) {
    const char c = toml[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(toml, at);
    } else if (c == '#') {
      at = std::min(toml.find('\n', at), toml.size());
    } else {
      levels.take(c);
      ++at;
    }
  }
}

std::string read_json_text(const std::filesystem::path& path, std::size_t max_bytes) {
  std::string text = read_file(path, max_bytes);
  check_json_nesting(path, text);
  return text;
}

}  // namespace certus
