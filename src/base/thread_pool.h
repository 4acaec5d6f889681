#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace certus {

/// A fixed number of workers that stay alive between calls, so that what a library keeps per thread is made
/// once.
class ThreadPool {
 public:
  explicit ThreadPool(int workers);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }

  /// Runs task(w) on every worker w in [0, size()) and waits for all of them. An exception of a worker
  /// reaches the caller after all have ended; of several, the first.
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
