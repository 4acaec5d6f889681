#include "certus/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/prepared_file.h"
#include "certus/base/uninterrupted.h"

namespace certus {
namespace {

std::string reason() {
  return std::strerror(errno);
}

/// Closes on scope exit; close() reports late write errors, so writers call it themselves.
struct Descriptor {
  int value = -1;
  Descriptor(int v) : value(v) {}  // NOLINT(google-explicit-constructor)
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  int release() { return std::exchange(value, -1); }
};

int open_for_reading(const std::filesystem::path& path) {
  Descriptor file(
      uninterrupted([&] { return ::open(path == "-" ? "/dev/stdin" : path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (file.value < 0) fail(ErrorKind::kFile, path, ": cannot be opened: ", reason());
  struct stat status {};
  if (::fstat(file.value, &status) != 0) fail(ErrorKind::kFile, path, ": cannot be examined: ", reason());
  if (S_ISDIR(status.st_mode)) fail(ErrorKind::kFile, path, ": is a directory, expected a file");
  return file.release();
}

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(ErrorKind::kFile, folder, ": cannot be made (", error.message(), ")");
}

void check_may_write(const std::filesystem::path& path, Overwrite overwrite) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    fail(ErrorKind::kFile, path, ": is a directory, expected the name of a file to write");
  }
  // A terminal, a pipe or a device has no content that could be lost.
  if (overwrite == Overwrite::kRefuse && std::filesystem::is_regular_file(path, ignored)) {
    fail(ErrorKind::kFile, Remedy{"force"}, path, ": exists already and is not overwritten");
  }
}

namespace {

/// Writes all of the content; returns false with errno set when that is not possible.
bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written =
        uninterrupted([&] { return ::write(descriptor, content.data(), content.size()); });
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Closes a file that was written; returns false with errno set when something of it is lost. Linux closes
/// an interrupted file, too.
bool close_written(int descriptor) {
  return ::close(descriptor) == 0 || errno == EINTR;
}

/// For a pipe or a device there is no file to replace: the content is written into it.
void write_into(const std::filesystem::path& path, std::string_view content) {
  Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }));
  if (file.value < 0 || !write_all(file.value, content) || !close_written(file.release())) {
    fail(ErrorKind::kFile, path, ": cannot be written: ", reason());
  }
}

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view content, Overwrite overwrite) {
  PreparedFile(path, content, overwrite).put_in_place();
  sync_folder_of(path);
}

PreparedFile::PreparedFile(std::filesystem::path path, std::string_view content, Overwrite overwrite)
    : path_(std::move(path)), overwrite_(overwrite) {
  check_may_write(path_, overwrite);
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored)) {
    content_ = content;
    return;
  }
  // Links are followed to the file that they name: replacing the link itself would leave the old file behind.
  if (std::filesystem::is_symlink(path_, ignored)) path_ = std::filesystem::weakly_canonical(path_, ignored);
  std::string name = path_.string() + ".XXXXXX";
  Descriptor file(::mkstemp(name.data()));
  if (file.value < 0) fail(ErrorKind::kFile, path_, ": cannot be created: ", reason());
  const auto give_up = [&](const char* what) {
    const std::string why = reason();
    ::unlink(name.c_str());
    fail(ErrorKind::kFile, path_, ": ", what, ": ", why);
  };
  if (!write_all(file.value, content)) give_up("cannot be written");
  // mkstemp makes the file private, but results should be readable by everybody whom the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(file.value, 0666 & ~mask) != 0) give_up("cannot set its permissions");
  if (uninterrupted([&] { return ::fsync(file.value); }) != 0 && errno != EINVAL) {
    give_up("cannot be written to disk");
  }
  if (!close_written(file.release())) give_up("cannot be written");
  temporary_ = std::move(name);
}

PreparedFile::~PreparedFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PreparedFile::put_in_place() {
  if (temporary_.empty()) {
    write_into(path_, content_);
    return;
  }
  const auto give_up = [&](const char* what) {
    fail(ErrorKind::kFile, path_, ": ", what, ": ", reason());  // and the temporary file is removed
  };
  if (overwrite_ == Overwrite::kRefuse) {
    // link() refuses a name that appeared after the check above; on file systems without links the
    // file is renamed.
    const bool linked = ::link(temporary_.c_str(), path_.c_str()) == 0;
    if (linked) ::unlink(temporary_.c_str());
    if (!linked && (errno == EEXIST || ::rename(temporary_.c_str(), path_.c_str()) != 0))
      give_up("cannot be created");
  } else if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    give_up("cannot be replaced");
  }
  temporary_.clear();
}

void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const Descriptor opened(
      uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (opened.value < 0) return;
  if (uninterrupted([&] { return ::fsync(opened.value); }) != 0 && errno == EIO)
    fail(ErrorKind::kFile, folder, ": cannot be written to disk: ", reason());
}

std::string read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const Descriptor file(open_for_reading(path));
  std::string content;
  char block[1 << 16];
  for (;;) {
    const ssize_t got = uninterrupted([&] { return ::read(file.value, block, sizeof block); });
    if (got < 0) fail(ErrorKind::kFile, path, ": cannot be read: ", reason());
    if (got == 0) return content;
    content.append(block, static_cast<std::size_t>(got));
    if (content.size() > max_bytes) {
      fail(ErrorKind::kData, path, ": is larger than ", max_bytes,
           " bytes; not a file of the kind expected here");
    }
  }
}

void check_can_read_twice(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path == "-" ? "/dev/stdin" : path, ignored);
  if (std::filesystem::is_other(status)) {
    fail(ErrorKind::kFile, path,
         ": is a pipe or a device, but it has to be read more than once; save it to a file first");
  }
}

LineReader::LineReader(std::filesystem::path path)
    : path_(std::move(path)),
      descriptor_(open_for_reading(path_)),
      buffer_(std::make_unique_for_overwrite<char[]>(kMaxLineBytes)) {}

LineReader::~LineReader() {
  ::close(descriptor_);
}

bool LineReader::refill() {
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == kMaxLineBytes) {
    fail(ErrorKind::kData, path_, ':', line_number_ + 1, ": line of more than ", kMaxLineBytes,
         " bytes; expected a text file with short lines, this looks like another kind of file");
  }
  const ssize_t got =
      uninterrupted([&] { return ::read(descriptor_, buffer_.get() + end_, kMaxLineBytes - end_); });
  if (got < 0) fail(ErrorKind::kFile, path_, ": cannot be read: ", reason());
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const void* found =
        searched < end_ ? std::memchr(buffer_.get() + searched, '\n', end_ - searched) : nullptr;
    if (found != nullptr) {
      const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.get());
      line = {buffer_.get() + begin_, at - begin_};
      begin_ = at + 1;
      line_is_whole_ = true;
      whole_bytes_ += line.size() + 1;
      break;
    }
    const std::size_t pending = end_ - begin_;
    if (at_end_ || !refill()) {
      at_end_ = true;
      if (begin_ == end_) return false;
      line = {buffer_.get() + begin_, end_ - begin_};  // a last line without newline
      begin_ = end_;
      line_is_whole_ = false;
      break;
    }
    searched = begin_ + pending;
  }
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line_number_ == 0 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  ++line_number_;
  return true;
}

}  // namespace certus
