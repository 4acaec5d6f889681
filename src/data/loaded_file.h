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

/// Whether load_file(path) would find something, and what.
std::filesystem::path plain_or_gz(const std::filesystem::path& path);

/// ", it begins with '<': an HTML page saved under this name?" or the usual suspicion, for messages.
std::string likely_cause(const std::string& content);

}  // namespace certus
