#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace certus {

/// A file that only grows, one whole line at a time. When append() returns, its line has been handed to the
/// kernel: a killed process loses at most the line that it was writing, and that line ends without a newline.
class AppendFile {
 public:
  /// Opens an existing file or creates it, and locks it. Fails when another process holds the lock.
  explicit AppendFile(std::filesystem::path path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Cuts off everything after the first `keep_bytes` bytes.
  void cut(std::uintmax_t keep_bytes);

  /// Appends the line and a newline. After a failure (disk full) the file ends with the last whole line
  /// again. Also fails when somebody removed the file in the meantime.
  void append(std::string_view line);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uintmax_t size_ = 0;
};

}  // namespace certus
