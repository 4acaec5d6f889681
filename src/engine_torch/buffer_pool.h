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

}  // namespace certus
