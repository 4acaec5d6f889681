#include "certus/data/fetch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/base/uninterrupted.h"
#include "certus/data/download.h"

namespace certus {
namespace {

namespace fs = std::filesystem;

/// The folder in which a fetch collects its files; only one process may use it at a time.
class Workplace {
 public:
  Workplace(const fs::path& data_dir, const std::string& name)
      : root_(data_dir / ".fetching"), path_(root_ / name) {
    fs::create_directories(path_);
    lock_ = uninterrupted([&] { return ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      if (lock_ >= 0) ::close(lock_);
      fail(ErrorKind::kFile, path_, ": ",
           error == EWOULDBLOCK ? std::string_view("another certus is fetching this data set, wait for it")
                                : std::string_view(std::strerror(error)));
    }
  }
  ~Workplace() { ::close(lock_); }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const fs::path& path() const { return path_; }

  /// Keeps only files that the next call can continue.
  void tidy() {
    std::error_code ignored;
    fs::remove_all(path_ / "staged", ignored);
    fs::remove(path_, ignored);  // removes only empty folders
    fs::remove(root_, ignored);
  }

  /// Everything is in its place, so nothing has to be kept.
  void remove() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    fs::remove(root_, ignored);  // unless another data set is being fetched
  }

 private:
  fs::path root_;
  fs::path path_;
  int lock_ = -1;
};

/// What a call left that was killed after the files were in their place.
void remove_left_over(const fs::path& data_dir, const std::string& name) {
  if (!fs::exists(data_dir / ".fetching" / name)) return;
  try {
    Workplace(data_dir, name).remove();
  } catch (const Error&) {  // another call is at work there
  }
}

bool is_there(const KnownDataset& known, const fs::path& folder, const FetchObserver& observer) {
  return std::all_of(known.files.begin(), known.files.end(), [&](const KnownFile& file) {
    std::error_code ignored;
    if (fs::exists(folder / file.name, ignored)) {
      observer({FetchProgress::Phase::kCheck, file.name, 0, file.bytes});
    }
    return check_file(folder, file).state == FileCheck::State::kRight;
  });
}

/// Fails unless the content is that of the file with this name in the data set.
void check_content(const KnownDataset& known, const std::string& name, const std::string& content) {
  const auto file = std::find_if(known.files.begin(), known.files.end(),
                                 [&](const KnownFile& f) { return f.name == name; });
  CERTUS_CHECK(file != known.files.end());
  const std::string found = sha256_hex(content);
  if (found != file->sha256) {
    fail(ErrorKind::kData, name, " has ", content.size(), " bytes and SHA-256 ", found, ", expected ",
         file->bytes, " bytes and ", file->sha256, "; it was damaged on the way, or the source has changed");
  }
}

/// Downloads and unpacks a source into `staged`, checking every file.
void collect_once(const KnownDataset& known, const FetchSource& source,
                  const std::vector<Download>& downloads, const fs::path& work, const fs::path& staged,
                  const FetchObserver& observer) {
  std::vector<fs::path> loaded;
  for (const Download& what : downloads) {
    loaded.push_back(download(what, work, [&](std::int64_t done, std::int64_t total) {
      observer({FetchProgress::Phase::kDownload, what.file_name, done, total});
    }));
  }
  std::set<std::string> seen;
  source.unpack(loaded, [&](const std::string& name, const std::string& content) {
    const auto bytes = static_cast<std::int64_t>(content.size());
    observer({FetchProgress::Phase::kUnpack, name, bytes, bytes});
    check_content(known, name, content);
    write_file(staged / name, content, Overwrite::kAllow);
    seen.insert(name);
  });
  for (const KnownFile& file : known.files) {
    if (!seen.contains(file.name)) fail(ErrorKind::kData, file.name, " is not in the download");
  }
}

void collect(const KnownDataset& known, const FetchSource& source, const fs::path& work,
             const fs::path& staged, const FetchObserver& observer) {
  const std::vector<Download> downloads = source.downloads();
  const auto is_loaded = [&](const Download& d) { return fs::exists(work / d.file_name); };
  const auto is_part = [&](const Download& d) { return fs::exists(work / (d.file_name + ".part")); };
  // A file that an earlier call left may be wrong, with no checksum to reveal that before it is unpacked.
  const bool continues = std::any_of(downloads.begin(), downloads.end(),
                                     [&](const Download& d) { return is_loaded(d) || is_part(d); });
  try {
    collect_once(known, source, downloads, work, staged, observer);
  } catch (const Error&) {
    const bool all_loaded = std::all_of(downloads.begin(), downloads.end(), is_loaded);
    if (!all_loaded) throw;
    for (const Download& what : downloads) fs::remove(work / what.file_name);
    if (!continues) throw;
    collect_once(known, source, downloads, work, staged, observer);
  }
}

/// Moves a verified file to its place. A different file that is already there is kept under another name.
void put_in_place(const fs::path& from, const fs::path& to, std::vector<fs::path>& moved_aside) {
  if (fs::exists(to)) {
    fs::path aside = to.string() + ".old";
    for (int i = 2; fs::exists(aside); ++i) aside = join_text(to, ".old", i);
    fs::rename(to, aside);
    moved_aside.push_back(aside);
  }
  std::error_code error;
  fs::rename(from, to, error);
  // The folder may be a link to another disk.
  if (error == std::errc::cross_device_link) {
    write_file(to, read_file(from, std::size_t{1} << 32), Overwrite::kAllow);
  } else if (error) {
    fail(ErrorKind::kFile, to, ": cannot be moved there: ", error.message());
  }
}

std::string by_hand(const KnownDataset& known, const fs::path& folder) {
  std::string names;
  for (const KnownFile& file : known.files) names += (names.empty() ? "" : ", ") + file.name;
  return join_text("by hand: put ", names, " (published at ", known.home, ") into ", folder);
}

}  // namespace

FetchResult fetch_dataset(const KnownDataset& known, const fs::path& data_dir,
                          const std::vector<FetchSource>& sources, const FetchObserver& given_observer) {
  const FetchObserver observer = given_observer ? given_observer : [](const FetchProgress&) {};
  FetchResult result{.folder = data_dir / known.folder};
  if (sources.empty()) {
    fail(ErrorKind::kConfig, known.name, ": certus cannot fetch it; get it from ", known.home,
         " and put it into ", result.folder);
  }
  if (is_there(known, result.folder, observer)) {
    remove_left_over(data_dir, known.name);
    return result;
  }

  make_folder(data_dir);
  Workplace work(data_dir, known.name);
  const fs::path staged = work.path() / "staged";
  std::string reasons;
  for (const FetchSource& source : sources) {
    try {
      fs::remove_all(staged);
      fs::create_directories(staged);
      collect(known, source, work.path(), staged, observer);
      result.source = source.name;
      break;
    } catch (const Error& problem) {
      const std::string why = join_text("from ", source.name, ": ", std::string_view(problem.what()));
      observer({FetchProgress::Phase::kFailedSource, why, 0, 0});
      reasons += why + "; ";
    }
  }
  if (result.source.empty()) {
    work.tidy();
    fail(ErrorKind::kFile, known.name, " could not be fetched: ", reasons, by_hand(known, result.folder));
  }
  fs::create_directories(result.folder.parent_path());
  // Moves everything at once if nothing is there yet; otherwise, or if the rename is not possible,
  // file by file.
  std::error_code cannot_rename;
  if (!fs::exists(result.folder)) fs::rename(staged, result.folder, cannot_rename);
  if (fs::exists(staged)) {
    fs::create_directories(result.folder);
    for (const KnownFile& file : known.files) {
      if (check_file(result.folder, file).state == FileCheck::State::kRight) continue;
      put_in_place(staged / file.name, result.folder / file.name, result.moved_aside);
    }
  }
  work.remove();
  return result;
}

}  // namespace certus
