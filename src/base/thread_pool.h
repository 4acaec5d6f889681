#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace certus {

/// A fixed number of workers that stay alive between calls, so that anything a library keeps per thread is
/// created only once.
class ThreadPool {
 public:
  explicit ThreadPool(int workers);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }

  /// Runs task(w) on every worker w in [0, size()) and waits for all of them. If workers throw exceptions,
  /// the first one reaches the caller after all workers have ended.
  void run(const std::function<void(int)>& task);

 private:
  void work(int worker);
  void close();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* task_ = nullptr;
  long round_ = 0;
  int running_ = 0;
  bool closing_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace certus
