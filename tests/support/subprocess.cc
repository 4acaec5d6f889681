#include "support/subprocess.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "support/temp_dir.h"

namespace certus::test {
namespace {

int code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& words, const std::filesystem::path& folder,
                       Limits limits)
    : folder_(folder) {
  const std::string out_name = folder / "stdout";
  const std::string err_name = folder / "stderr";
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ != 0) return;
  if (limits.file_bytes >= 0) {
    const auto most = static_cast<rlim_t>(limits.file_bytes);
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
  }
  if (limits.memory_bytes >= 0) {
    const auto most = static_cast<rlim_t>(limits.memory_bytes);
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  for (std::string& setting : limits.environment) ::putenv(setting.data());
  ::dup2(::open(out_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
  ::dup2(::open(err_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

Subprocess::~Subprocess() {
  if (is_running()) {
    send(SIGKILL);
    wait();
  }
}

bool Subprocess::is_running() {
  int status = 0;
  if (code_ >= 0) return false;
  if (::waitpid(process_, &status, WNOHANG) == 0) return true;
  code_ = code_of(status);
  return false;
}

void Subprocess::send(int signal) const {
  if (code_ < 0) ::kill(process_, signal);
}

int Subprocess::wait() {
  int status = 0;
  if (code_ < 0) {
    ::waitpid(process_, &status, 0);
    code_ = code_of(status);
  }
  return code_;
}

std::string Subprocess::out() const {
  return content_of(folder_ / "stdout");
}

std::string Subprocess::err() const {
  return content_of(folder_ / "stderr");
}

}  // namespace certus::test
