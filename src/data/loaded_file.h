#pragma once

#include <filesystem>
#include <string>

namespace certus {

/// A file in memory, unpacked.
struct LoadedFile {
  std::filesystem::path path;
  std::string content;
  std::string sha256;  ///< of `content`, so for a .gz that of the plain file
};

/// Loads `path`, or `path`.gz if only that exists. Fails when neither can be read, when the gzip data is
/// damaged, or when there are more than kMaxLoadedBytes.
LoadedFile load_file(const std::filesystem::path& path);

/// Larger than any file of a data set that is read as a whole (CIFAR-100: 154 MB).
inline constexpr std::size_t kMaxLoadedBytes = std::size_t{1} << 30;

/// The file that load_file(path) reads: `path`, or `path`.gz if only that exists.
std::filesystem::path plain_or_gz(const std::filesystem::path& path);

/// The likely reason why a file has a wrong size or a wrong beginning, for messages: empty, a
/// web page, truncated.
std::string likely_cause(const std::string& content);

}  // namespace certus
