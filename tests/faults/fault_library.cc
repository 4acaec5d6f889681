// Loaded before a program (LD_PRELOAD): makes one call of the operating system fail, below one folder.
//
//   CERTUS_FAULT_FOLDER  only calls about files below this folder count
//   CERTUS_FAULT_KIND    EIO, ENOSPC, EINTR, or short: a write of half of its bytes
//   CERTUS_FAULT_AT      which call fails, from 1; every other one is left alone
//   CERTUS_FAULT_REPORT  what happened: "calls N" of those that could have failed so so far, "rows N" handed
//   to the
//                        kernel in .tsv files, and with the fault "at write of PATH"
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

struct Plan {
  std::string folder, report;
  int error = 0;  ///< 0: short writes
  bool is_short = false;
  long at = 0;
};

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Read and taken out of the environment at once: programs that this one starts are left alone.
Plan& plan() {
  static Plan* const made = [] {
    auto* const plan = new Plan;
    const auto take = [](const char* name) {
      const char* found = std::getenv(name);
      std::string value = found != nullptr ? found : "";
      ::unsetenv(name);
      return value;
    };
    plan->folder = take("CERTUS_FAULT_FOLDER");
    plan->report = take("CERTUS_FAULT_REPORT");
    const std::string kind = take("CERTUS_FAULT_KIND");
    plan->is_short = kind == "short";
    plan->error = kind == "EIO" ? EIO : kind == "ENOSPC" ? ENOSPC : kind == "EINTR" ? EINTR : 0;
    plan->at = std::strtol(take("CERTUS_FAULT_AT").c_str(), nullptr, 10);
    return plan;
  }();
  return *made;
}

__attribute__((constructor)) void read_plan() {
  plan();
}

std::atomic<long> calls{0};
std::atomic<long> rows{0};

std::string path_of(int descriptor) {
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  char path[PATH_MAX];
  const ssize_t size = ::readlink(link, path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

void report(const char* call, const std::string& path) {
  const std::string text = "calls " + std::to_string(calls) + "\nrows " + std::to_string(rows) + "\nat " +
                           call + " of " + path + "\n";
  const int file =
      next<int(const char*, int, ...)>("open")(plan().report.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  [[maybe_unused]] const ssize_t written =
      next<ssize_t(int, const void*, std::size_t)>("write")(file, text.data(), text.size());
  next<int(int)>("close")(file);
}

/// Whether this is the call that has to fail; then errno is set.
bool fails(const char* call, const std::string& path, bool can_be_interrupted, bool can_be_short = false) {
  const int kept = errno;
  const bool counts = !plan().folder.empty() && path.starts_with(plan().folder) &&
                      (plan().is_short ? can_be_short : plan().error != EINTR || can_be_interrupted);
  if (!counts || ++calls != plan().at) {
    errno = kept;
    return false;
  }
  report(call, path);
  errno = plan().error;
  return true;
}

void count_rows(const std::string& path, const void* data, ssize_t written) {
  if (written <= 0 || !path.ends_with(".tsv")) return;
  const std::string_view text(static_cast<const char*>(data), static_cast<std::size_t>(written));
  rows += std::count(text.begin(), text.end(), '\n');
}

std::string absolute(const char* path) {
  if (path == nullptr || *path == '/') return path == nullptr ? "" : path;
  char here[PATH_MAX];
  return ::getcwd(here, sizeof here) == nullptr ? std::string() : std::string(here) + '/' + path;
}

constexpr bool kCanBeInterrupted = true;

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (fails("open", absolute(path), kCanBeInterrupted)) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

int mkstemp(char* name) {
  if (fails("mkstemp", absolute(name), !kCanBeInterrupted)) return -1;
  return next<int(char*)>("mkstemp")(name);
}

ssize_t write(int descriptor, const void* data, std::size_t size) {
  const std::string path = path_of(descriptor);
  if (fails("write", path, kCanBeInterrupted, size > 1)) {
    if (!plan().is_short) return -1;
    size /= 2;
  }
  const ssize_t written = next<ssize_t(int, const void*, std::size_t)>("write")(descriptor, data, size);
  count_rows(path, data, written);
  return written;
}

int fsync(int descriptor) {
  if (fails("fsync", path_of(descriptor), kCanBeInterrupted)) return -1;
  return next<int(int)>("fsync")(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
  if (fails("fchmod", path_of(descriptor), !kCanBeInterrupted)) return -1;
  return next<int(int, mode_t)>("fchmod")(descriptor, mode);
}

int ftruncate(int descriptor, off_t size) {
  if (fails("ftruncate", path_of(descriptor), kCanBeInterrupted)) return -1;
  return next<int(int, off_t)>("ftruncate")(descriptor, size);
}

int close(int descriptor) {
  const bool fault = fails("close", path_of(descriptor), kCanBeInterrupted);
  const int error = errno;
  const int result = next<int(int)>("close")(descriptor);  // Linux closes it whatever it answers
  if (!fault) return result;
  errno = error;
  return -1;
}

int rename(const char* from, const char* to) {
  if (fails("rename", absolute(to), !kCanBeInterrupted)) return -1;
  return next<int(const char*, const char*)>("rename")(from, to);
}

int link(const char* from, const char* to) {
  if (fails("link", absolute(to), !kCanBeInterrupted)) return -1;
  return next<int(const char*, const char*)>("link")(from, to);
}

int unlink(const char* path) {
  if (fails("unlink", absolute(path), !kCanBeInterrupted)) return -1;
  return next<int(const char*)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) {
  if (fails("unlinkat", *path == '/' ? path : path_of(folder) + '/' + path, !kCanBeInterrupted)) return -1;
  return next<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int remove(const char* path) {
  if (fails("remove", absolute(path), !kCanBeInterrupted)) return -1;
  return next<int(const char*)>("remove")(path);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir", absolute(path), !kCanBeInterrupted)) return -1;
  return next<int(const char*, mode_t)>("mkdir")(path, mode);
}

std::FILE* fopen(const char* path, const char* mode) {
  if (fails("fopen", absolute(path), kCanBeInterrupted)) return nullptr;
  return next<std::FILE*(const char*, const char*)>("fopen")(path, mode);
}

std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  if (fails("fwrite", path_of(::fileno(file)), !kCanBeInterrupted)) return 0;
  return next<std::size_t(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite")(data, size, count,
                                                                                        file);
}

int fflush(std::FILE* file) {
  if (file != nullptr && fails("fflush", path_of(::fileno(file)), !kCanBeInterrupted)) return EOF;
  return next<int(std::FILE*)>("fflush")(file);
}
}
