#include "certus/command_line/waiting_line.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>

#include "certus/base/error.h"
#include "certus/command_line/progress_line.h"

namespace certus::cli {
namespace {

std::mutex current_mutex;
WaitingLine* current = nullptr;

}  // namespace

WaitingLine::WaitingLine()
    : on_terminal_(::isatty(STDERR_FILENO) == 1), started_(clock_.seconds()), said_(started_) {
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {  // too little memory: then nothing is shown
  }
  const std::scoped_lock lock(current_mutex);
  current = this;
}

WaitingLine::~WaitingLine() {
  {
    const std::scoped_lock lock(current_mutex);
    current = nullptr;
  }
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    clear();
  }
  end_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void WaitingLine::make_room() {
  const std::scoped_lock current_lock(current_mutex);
  if (current == nullptr) return;
  const std::scoped_lock lock(current->mutex_);
  current->clear();
  current->said_ = current->clock_.seconds();
}

void WaitingLine::watch() {
  using namespace std::chrono_literals;
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, 500ms, [this] { return ended_; })) {
    const double now = clock_.seconds();
    if (now - said_ < (on_terminal_ ? 2.0 : 60.0)) continue;
    const std::string text = "working, " + time_text(now - started_);
    std::fprintf(stderr, on_terminal_ ? "\r%s\033[K" : "%s\n", text.c_str());
    visible_ = on_terminal_;
    if (!on_terminal_) said_ = now;
  }
}

void WaitingLine::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

}  // namespace certus::cli
