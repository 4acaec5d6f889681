#include "certus/cli/interrupt.h"

#include <csignal>

namespace certus::cli {
namespace {

std::atomic<bool> raised = false;

void handle(int signal) {
  raised = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  raised = false;
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::atomic<bool>* InterruptGuard::flag() {
  return &raised;
}

}  // namespace certus::cli
