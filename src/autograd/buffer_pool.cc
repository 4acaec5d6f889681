#include "certus/autograd/buffer_pool.h"

#include <algorithm>

namespace certus {

at::Tensor BufferPool::take(std::int64_t floats) {
  const std::lock_guard lock(mutex_);
  const auto by_size = [](const at::Tensor& a, const at::Tensor& b) { return a.numel() < b.numel(); };
  const auto large_enough = std::ranges::find_if(
      free_, [&](const at::Tensor& buffer) { return buffer.numel() >= floats; });  // the smallest such
  if (large_enough != free_.end()) {
    at::Tensor found = *large_enough;
    free_.erase(large_enough);
    return found;
  }
  // The new, larger buffer replaces one that was too small.
  if (!free_.empty()) free_.erase(std::ranges::max_element(free_, by_size));
  return at::empty({std::max<std::int64_t>(floats, 16)}, at::kFloat);
}

void BufferPool::give_back(at::Tensor buffer) {
  const std::lock_guard lock(mutex_);
  const auto place =
      std::ranges::find_if(free_, [&](const at::Tensor& other) { return other.numel() >= buffer.numel(); });
  free_.insert(place, std::move(buffer));
}

PooledBuffers::~PooledBuffers() {
  for (at::Tensor& buffer : buffers_) pool_.give_back(std::move(buffer));
}

float* PooledBuffers::take(std::int64_t floats) {
  return buffers_.emplace_back(pool_.take(floats)).data_ptr<float>();
}

}  // namespace certus
