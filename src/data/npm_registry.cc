#include "certus/data/npm_registry.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "certus/base/error.h"

extern char** environ;  // NOLINT: POSIX

namespace certus {
namespace {

constexpr std::size_t kMaxAnswer = 4096;
constexpr std::chrono::seconds kPatience{30};

/// Reads to the end of the pipe; returns false when that takes too long or when the answer is too long.
bool read_answer(int pipe, std::string& answer) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd wait{.fd = pipe, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || answer.size() > kMaxAnswer) return false;
    if (::poll(&wait, 1, static_cast<int>(left.count())) <= 0) {
      if (errno == EINTR) continue;
      return false;
    }
    char block[1024];
    const ssize_t got = ::read(pipe, block, sizeof block);
    if (got == 0) return true;
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) answer.append(block, static_cast<std::size_t>(got));
  }
}

}  // namespace

std::string npm_registry() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    fail(ErrorKind::kFile, "npm: cannot make a pipe: ", std::string_view(std::strerror(errno)));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {"npm", "config", "get", "registry"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  pid_t child = 0;
  const int started = ::posix_spawnp(&child, "npm", &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string answer;
  const bool whole = started == 0 && read_answer(ends[0], answer);
  ::close(ends[0]);
  if (started != 0) {
    fail(ErrorKind::kFile, "npm: cannot be started (", std::string_view(std::strerror(started)),
         "); installing npm gives a second source");
  }
  if (!whole) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  while (!answer.empty() && (answer.back() == '\n' || answer.back() == '/')) answer.pop_back();
  const bool address = (answer.starts_with("https://") || answer.starts_with("http://")) &&
                       std::all_of(answer.begin(), answer.end(), [](char c) { return c > ' ' && c < 127; });
  if (!whole || status != 0 || !address) {
    fail(ErrorKind::kConfig,
         "npm config get registry: ", whole ? "gave no http or https address" : "did not answer in time",
         "; is npm set up?");
  }
  return answer;
}

}  // namespace certus
