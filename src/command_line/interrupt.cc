#include "certus/command_line/interrupt.h"

#include <array>
#include <csignal>

namespace certus::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
std::atomic<bool> raised = false;

void handle(int signal) {
  raised = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  raised = false;
  for (const int signal : kSignals) std::signal(signal, handle);
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : kSignals) std::signal(signal, SIG_DFL);
}

std::atomic<bool>* InterruptGuard::flag() {
  return &raised;
}

}  // namespace certus::cli
