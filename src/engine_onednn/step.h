#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace certus {

/// Something that a step keeps for each worker, so that calls need not create it.
class StepState {
 public:
  virtual ~StepState() = default;
};

/// Where a call finds everything. The images of a value are stored one after the other.
struct StepMemory {
  std::span<const std::byte* const> inputs;  ///< then the residual, where the step has one
  std::byte* output;
  std::byte* scratch;  ///< aligned to 64 bytes, as all values are
  StepState* state;
};

/// One step of a program, ready to be computed: weights and kernels, no memory for values. Shared by all
/// workers. The result of an image depends, bit for bit, on that image alone: not on how many images a call
/// has, and not on its place among them.
class Step {
 public:
  virtual ~Step() = default;

  /// The name of what computes it: "winograd", "brgconv:avx512_core", "reference slice".
  virtual std::string kernel() const = 0;
  virtual std::size_t scratch_bytes() const { return 0; }
  virtual std::unique_ptr<StepState> make_state() const { return nullptr; }
  virtual void run(std::int64_t images, const StepMemory& memory) const = 0;
};

template <typename T>
const T* as(const std::byte* memory) {
  return reinterpret_cast<const T*>(memory);
}
template <typename T>
T* as(std::byte* memory) {
  return reinterpret_cast<T*>(memory);
}

}  // namespace certus
