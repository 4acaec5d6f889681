#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace certus {

/// Whether an existing file may be replaced. Nothing is overwritten unless the user asked for it.
enum class Overwrite { kRefuse, kAllow };

/// Writes the whole content or nothing: into a temporary file in the same folder, synced, then renamed.
/// Fails when `path` exists and `overwrite` refuses it, when the folder is missing or the disk is full.
void write_file(const std::filesystem::path& path, std::string_view content, Overwrite overwrite);

/// The content of a file of at most `max_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t max_bytes);

/// Fails when `path` is a pipe or a device, which gives what it has once: for files that are read twice.
void check_can_read_twice(const std::filesystem::path& path);

/// Fails when `path` exists and `overwrite` refuses it.
void check_may_write(const std::filesystem::path& path, Overwrite overwrite);

/// Reads a text file, or standard input for "-", line by line with one fixed buffer, whatever its size.
class LineReader {
 public:
  /// Longer lines fail: such a file is no text file of ours.
  static constexpr std::size_t kMaxLineBytes = 1 << 20;

  /// Fails when `path` is missing, unreadable or a directory.
  explicit LineReader(std::filesystem::path path);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its "\n" or "\r\n", the first without a byte-order mark; false at the end. The
  /// view holds until the next call.
  bool next(std::string_view& line);

  /// Bytes of the file up to the end of the last line given that had a newline.
  std::uintmax_t whole_bytes() const { return whole_bytes_; }
  /// Whether the last line given had a newline; the last of a file may lack it.
  bool line_is_whole() const { return line_is_whole_; }

  std::size_t line_number() const { return line_number_; }  ///< of the last line given; from 1
  const std::filesystem::path& path() const { return path_; }

 private:
  bool refill();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
  bool line_is_whole_ = false;
  std::uintmax_t whole_bytes_ = 0;
  std::size_t line_number_ = 0;
};

}  // namespace certus
