#pragma once

#include <ATen/ATen.h>

#include <mutex>
#include <vector>

namespace certus {

/// Memory that is used again: what an operating system gives anew with every step costs more than computing
/// in it. Contents are whatever was there before.
class BufferPool {
 public:
  /// At least so many floats, aligned to 64 bytes.
  at::Tensor take(std::int64_t floats);
  void give_back(at::Tensor buffer);

 private:
  std::mutex mutex_;
  std::vector<at::Tensor> free_;
};

/// Memory of a pool, which has to outlive this; goes back to it in the end.
class PooledBuffers {
 public:
  explicit PooledBuffers(BufferPool& pool) : pool_(pool) {}
  ~PooledBuffers();
  PooledBuffers(const PooledBuffers&) = delete;
  PooledBuffers& operator=(const PooledBuffers&) = delete;

  float* take(std::int64_t floats);

 private:
  BufferPool& pool_;
  std::vector<at::Tensor> buffers_;
};

}  // namespace certus
