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

/// Writes the whole content or nothing, also when the machine fails: writes a temporary file in the same
/// folder, syncs it, renames it, then syncs the folder. Fails when `path` exists and `overwrite` refuses to
/// replace it, when the folder is missing, or when the disk is full.
void write_file(const std::filesystem::path& path, std::string_view content, Overwrite overwrite);

/// The content of a file of at most `max_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t max_bytes);

/// Fails when `path` is a pipe or a device, whose content can be read only once. For files that
/// are read twice.
void check_can_read_twice(const std::filesystem::path& path);

/// Makes a folder and those above it, where they are missing.
void make_folder(const std::filesystem::path& folder);

/// Fails when `path` exists and `overwrite` refuses to replace it.
void check_may_write(const std::filesystem::path& path, Overwrite overwrite);

/// Reads a text file, or standard input for "-", line by line. One fixed buffer is used, whatever the size
/// of the file.
class LineReader {
 public:
  /// Longer lines fail: a file with such a line is not one of our text files.
  static constexpr std::size_t kMaxLineBytes = 1 << 20;

  /// Fails when `path` is missing, unreadable or a directory.
  explicit LineReader(std::filesystem::path path);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Gives the next line without its "\n" or "\r\n", and the first line without a byte-order mark; returns
  /// false at the end. The view is valid until the next call.
  bool next(std::string_view& line);

  /// Number of bytes of the file up to the end of the last returned line that had a newline.
  std::uintmax_t whole_bytes() const { return whole_bytes_; }
  /// Whether the last returned line had a newline; the last line of a file may lack it.
  bool line_is_whole() const { return line_is_whole_; }

  std::size_t line_number() const { return line_number_; }  ///< of the last returned line; from 1
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
