#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace certus {

/// Floats for kernels: aligned to 64 bytes, with arbitrary content at first.
class AlignedFloats {
 public:
  explicit AlignedFloats(std::size_t count)
      : memory_(static_cast<float*>(::operator new(count * sizeof(float), kAlignment))) {}

  float* data() { return memory_.get(); }
  const float* data() const { return memory_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(float* memory) const { ::operator delete(memory, kAlignment); }
  };
  std::unique_ptr<float[], Free> memory_;
};

}  // namespace certus
