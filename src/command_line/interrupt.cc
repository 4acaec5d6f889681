#include "certus/command_line/interrupt.h"

#include <array>
#include <csignal>

namespace certus::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
std::atomic<bool> raised = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may raise it");

void handle(int signal) {
  raised = true;
  std::signal(signal, SIG_DFL);
}

/// A signal that whoever started the program wants ignored, as nohup does, stays ignored.
void unless_ignored(int signal, void (*handler)(int)) {
  struct sigaction now {};
  if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) return;
  std::signal(signal, handler);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  raised = false;
  for (const int signal : kSignals) unless_ignored(signal, handle);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : kSignals) unless_ignored(signal, SIG_DFL);
}

std::atomic<bool>* InterruptGuard::flag() {
  return &raised;
}

}  // namespace certus::cli
