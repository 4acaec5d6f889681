#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace certus {

/// Text of a file may nest this deep. Readers call themselves once per level, and what they read is destroyed
/// in the same way, so that text without such a bound can exhaust the stack.
inline constexpr std::size_t kMaxNesting = 64;

/// Fails, naming the file, where lists and objects of this JSON nest more than kMaxNesting deep. Text that is
/// not JSON passes or fails: the reader behind this check tells. Holds for every reader that stops at the
/// first error.
void check_json_nesting(const std::filesystem::path& file, std::string_view json);

/// The same for TOML, where the parts of a dotted key are levels, too.
void check_toml_nesting(const std::string& file, std::string_view toml);

/// The content of a JSON file of at most `max_bytes`, nested at most kMaxNesting deep. Every JSON file is
/// read by this function.
std::string read_json_text(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace certus
