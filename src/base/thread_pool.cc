#include "certus/base/thread_pool.h"

#include <system_error>

#include "certus/base/error.h"

namespace certus {

ThreadPool::ThreadPool(int workers) {
  CERTUS_CHECK(workers >= 1);
  try {
    for (int worker = 0; worker < workers; ++worker) threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error& error) {
    const std::size_t started = threads_.size();
    close();
    fail(ErrorKind::kConfig, "only ", started, " of ", workers, " threads could be started (",
         std::string_view(error.what()), "); use fewer");
  }
}

ThreadPool::~ThreadPool() {
  close();
}

void ThreadPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(const std::function<void(int)>& task) {
  std::unique_lock lock(mutex_);
  CERTUS_CHECK(running_ == 0);
  task_ = &task;
  failure_ = nullptr;
  running_ = size();
  ++round_;
  wake_.notify_all();
  done_.wait(lock, [&] { return running_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void ThreadPool::work(int worker) {
  long seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return closing_ || round_ != seen; });
    if (closing_) return;
    seen = round_;
    const std::function<void(int)>& task = *task_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      task(worker);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
    if (--running_ == 0) done_.notify_all();
  }
}

}  // namespace certus
