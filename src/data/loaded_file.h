#pragma once

#include <filesystem>
#include <string>

namespace certus {

/// A file in memory, unpacked.
struct LoadedFile {
  std::filesystem::path path;
  std::string content;
  std::string sha256;  ///< of `content`; for a .gz therefore of the plain file
};

/// Loads `path`, or `path`.gz where only that exists. Fails when neither can be read, when the gzip data is
/// damaged, or when there are more than kMaxLoadedBytes.
LoadedFile load_file(const std::filesystem::path& path);

/// More than the largest file of any data set that is read as a whole (CIFAR-100: 154 MB).
inline constexpr std::size_t kMaxLoadedBytes = std::size_t{1} << 30;

/// The file that load_file(path) reads: `path`, or `path`.gz where only that exists.
std::filesystem::path plain_or_gz(const std::filesystem::path& path);

/// What probably went wrong with a file of wrong size or beginning, for messages: empty, a web page,
/// truncated.
std::string likely_cause(const std::string& content);

}  // namespace certus
