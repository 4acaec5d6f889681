#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "certus/base/clock.h"

namespace certus {

/// A file that only grows, one whole line at a time. When append() returns, its line has been handed to the
/// kernel: a killed process loses at most the line that it was writing, and that line ends without a newline.
/// A machine that fails loses at most the lines of kSecondsBetweenSyncs: the first line that comes later than
/// that after the last sync is synced, with those before it.
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
  /// again. Also fails when somebody removed the file in the meantime, moved it away or put another one in
  /// its place.
  void append(std::string_view line);

  /// Returns when everything is on the disk. Fails when that is not possible.
  void sync();

  static constexpr double kSecondsBetweenSyncs = 10.0;

 private:
  void check_in_place() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uintmax_t size_ = 0;
  SteadyClock clock_;
  double synced_at_ = 0.0;  ///< on that clock
};

}  // namespace certus
