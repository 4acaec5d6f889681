#include "certus/base/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/uninterrupted.h"

namespace certus {

AppendFile::AppendFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ =
      uninterrupted([&] { return ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0666); });
  if (descriptor_ < 0)
    fail(ErrorKind::kFile, path_, ": cannot be opened for writing: ", std::strerror(errno));
  // The lock ends when the process ends, for whatever reason. File systems without locks are
  // used without one.
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    fail(ErrorKind::kFile, path_, ": another process is writing it; wait for it or write to another file");
  }
}

void AppendFile::cut(std::uintmax_t keep_bytes) {
  if (uninterrupted([&] { return ::ftruncate(descriptor_, static_cast<off_t>(keep_bytes)); }) != 0) {
    fail(ErrorKind::kFile, path_, ": cannot be cut to its last whole line: ", std::strerror(errno));
  }
  size_ = keep_bytes;
}

AppendFile::~AppendFile() {
  ::fdatasync(descriptor_);  // best effort, for work that was stopped; who has to know calls sync()
  ::close(descriptor_);
}

void AppendFile::append(std::string_view line) {
  std::string whole(line);
  whole += '\n';
  std::string_view left = whole;
  while (!left.empty()) {
    const ssize_t written = uninterrupted([&] { return ::write(descriptor_, left.data(), left.size()); });
    if (written < 0) {
      const std::string why = std::strerror(errno);
      // Best effort: a torn line that is left here is dropped when the run is resumed.
      if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) errno = 0;
      fail(ErrorKind::kFile, path_, ": cannot be written: ", why, "; the rows before are kept");
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += whole.size();
  check_in_place();
  if (clock_.seconds() - synced_at_ >= kSecondsBetweenSyncs) sync();
}

void AppendFile::check_in_place() const {
  struct stat opened {};
  struct stat named {};
  if (::fstat(descriptor_, &opened) != 0) return;
  if (opened.st_nlink == 0)
    fail(ErrorKind::kFile, path_, ": was removed while it was being written; its rows are lost");
  const bool is_there = ::stat(path_.c_str(), &named) == 0;
  if (is_there && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino) return;
  fail(ErrorKind::kFile, path_, ": was moved away while it was being written",
       is_there ? ", and another file has its name now" : "",
       "; the rows so far are in the file that was moved");
}

void AppendFile::sync() {
  // Pipes and some file systems have nothing to sync.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOSYS)
    fail(ErrorKind::kFile, path_, ": cannot be written to disk: ", std::strerror(errno));
  synced_at_ = clock_.seconds();
}

}  // namespace certus
