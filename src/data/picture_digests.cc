#include "certus/data/picture_digests.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <map>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/sha256.h"
#include "certus/base/split_text.h"
#include "certus/base/thread_pool.h"

namespace certus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListName = ".certus-digests";
constexpr std::string_view kListHead =
    "certus-digests 1: name, bytes, time of writing, time of change, sha256";

/// What tells that a file is the one that was read: "bytes<TAB>written<TAB>changed".
struct Stamp {
  std::string text;
  std::time_t changed = 0;
};

Stamp stamp_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    fail(ErrorKind::kFile, path, ": cannot be examined: ", std::strerror(errno));
  // Whoever exchanges files can set the time of writing, but not that of the change.
  return {.text = join_text(status.st_size, '\t', status.st_mtim.tv_sec, '.', status.st_mtim.tv_nsec, '\t',
                            status.st_ctim.tv_sec, '.', status.st_ctim.tv_nsec),
          .changed = status.st_ctim.tv_sec};
}

/// Digests by "name<TAB>stamp". A list that cannot be read is ignored.
std::map<std::string, std::string, std::less<>> read_list(const fs::path& path) {
  std::map<std::string, std::string, std::less<>> known;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return known;
  try {
    LineReader reader(path);
    std::string_view line;
    if (!reader.next(line) || line != kListHead) return known;
    while (reader.next(line)) {
      constexpr std::size_t kDigits = 64;
      const std::size_t tab = line.rfind('\t');
      if (tab == line.npos || line.size() - tab - 1 != kDigits) return {};
      known.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
  } catch (const Error&) {
    return {};
  }
  return known;
}

bool fits_in_list(const std::string& name) {
  return name.find_first_of("\t\n\r") == std::string::npos;
}

}  // namespace

std::vector<std::string> picture_digests(const fs::path& folder, const std::vector<std::string>& names) {
  // A file that is written again right after it was read can keep its times: those that are this young are
  // read again the next time.
  constexpr std::time_t kSettledSeconds = 2;
  const std::time_t now = std::time(nullptr);
  const auto known = read_list(folder / kListName);
  std::vector<std::string> digests(names.size());
  std::vector<std::string> lines(names.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> is_new = false;
  const auto digest = [&](std::size_t i) {
    const Stamp stamp = stamp_of(folder / names[i]);
    const std::string key = join_text(names[i], '\t', stamp.text);
    const auto found = known.find(key);
    digests[i] = found != known.end() ? found->second : sha256_of_file(folder / names[i]);
    if (!fits_in_list(names[i]) || now - stamp.changed < kSettledSeconds) return;
    lines[i] = join_text(key, '\t', digests[i], '\n');
    if (found == known.end()) is_new = true;
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  ThreadPool pool(static_cast<int>(std::clamp<std::size_t>(names.size(), 1, cores)));
  pool.run([&](int) {
    for (std::size_t i = next++; i < names.size(); i = next++) digest(i);
  });
  if (!is_new) return digests;
  std::string list = join_text(kListHead, '\n');
  for (const std::string& line : lines) list += line;
  try {
    write_file(folder / kListName, list, Overwrite::kAllow);
  } catch (const Error&) {  // then all are read again the next time
  }
  return digests;
}

}  // namespace certus
