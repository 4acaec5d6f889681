#pragma once

#include <ATen/ATen.h>

#include <mutex>
#include <vector>

namespace certus {

/// Memory that is reused. Taking new memory from the operating system in every step costs more than computing
/// in it. A buffer contains whatever was there before.
class BufferPool {
 public:
  /// A buffer of at least `floats` floats, aligned to 64 bytes.
  at::Tensor take(std::int64_t floats);
  void give_back(at::Tensor buffer);

 private:
  std::mutex mutex_;
  std::vector<at::Tensor> free_;
};

/// Memory of a pool. It goes back to the pool at the end, and the pool has to outlive this object.
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
