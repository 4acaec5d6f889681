#include "certus/experiment/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "certus/base/error.h"

namespace certus {
namespace {

/// Only calls that are allowed between fork and exec.
[[noreturn]] void become(char* const* words, const char* folder, int log, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(143);  // the parent died before the line above
  if (::chdir(folder) != 0) ::_exit(126);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, const std::filesystem::path& folder,
                           const std::filesystem::path& log)
    : log_(log) {
  const int descriptor = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) fail(ErrorKind::kFile, log, ": cannot be opened (", std::strerror(errno), ")");
  log_begin_ = std::filesystem::file_size(log);
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) become(pointers.data(), folder.c_str(), descriptor, parent);
  const int error = errno;
  ::close(descriptor);
  if (process_ < 0)
    fail(ErrorKind::kEngine, words.front(), ": cannot be started (", std::strerror(error), ")");
}

ChildProcess::~ChildProcess() {
  if (code()) return;
  ask_to_stop();
  int status = 0;
  ::waitpid(process_, &status, 0);
}

std::optional<int> ChildProcess::code() {
  if (code_) return code_;
  int status = 0;
  const pid_t ended = ::waitpid(process_, &status, WNOHANG);
  if (ended == process_) code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code_;
}

void ChildProcess::ask_to_stop() const {
  if (!code_) ::kill(process_, SIGTERM);
}

std::string ChildProcess::last_line() const {
  std::ifstream in(log_, std::ios::binary);
  in.seekg(0, std::ios::end);
  const auto size = static_cast<std::uintmax_t>(std::max<std::streamoff>(0, in.tellg()));
  constexpr std::uintmax_t kTail = 4096;
  const std::uintmax_t begin = std::max(log_begin_, size > kTail ? size - kTail : 0);
  std::string tail(static_cast<std::size_t>(size > begin ? size - begin : 0), '\0');
  in.seekg(static_cast<std::streamoff>(begin));
  in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  const std::size_t end = tail.rfind('\n');
  if (end == std::string::npos) return "";
  const std::size_t before = end == 0 ? std::string::npos : tail.rfind('\n', end - 1);
  return tail.substr(before == std::string::npos ? 0 : before + 1,
                     end - (before == std::string::npos ? 0 : before + 1));
}

}  // namespace certus
