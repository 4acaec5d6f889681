#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "certus/engine_onednn/step.h"

namespace certus {

/// A value of a program: how many bytes an image has of it.
struct ProgramValue {
  std::size_t bytes = 0;
};

struct ProgramStep {
  std::unique_ptr<Step> step;
  std::vector<std::size_t> inputs;  ///< values
  /// Whether the last of them is a residual: of the shape of the output, and best in the same memory.
  bool has_residual = false;
  std::size_t output = 0;
};

/// Steps in the order of computation. Value 0 is the image as it comes (float32; channel, height, width), the
/// last step writes the logits (float32). Immutable once made: workers share it.
struct Program {
  std::vector<ProgramValue> values;
  std::vector<ProgramStep> steps;
  std::vector<std::string> fallbacks;  ///< operations computed by the plain reference, each once
};

/// Where the values lie in one piece of memory, in bytes; value 0 is elsewhere.
struct MemoryPlan {
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;
};

/// Places values of `images` images so that no two overlap while both are needed, aligned to 64 bytes. A sum
/// lies where its residual was if nobody reads that any more.
MemoryPlan plan_memory(const Program& program, std::int64_t images);

/// The memory one worker executes a program in. A call of run allocates none for values; what a library or a
/// plain loop makes for itself is small and theirs.
class ProgramRun {
 public:
  ProgramRun(std::shared_ptr<const Program> program, std::int64_t max_images);

  /// Called with a step and its output of so many images, as soon as it is computed.
  using Observer = std::function<void(std::size_t step, const std::byte* output)>;

  void run(std::int64_t images, const float* image, float* logits, const Observer& observer = nullptr);

  std::size_t bytes() const { return plan_.bytes + scratch_bytes_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };

  std::shared_ptr<const Program> program_;
  std::int64_t max_images_;
  MemoryPlan plan_;
  std::size_t scratch_bytes_ = 0;
  std::unique_ptr<std::byte[], Free> memory_;
  std::vector<std::unique_ptr<StepState>> states_;
  std::vector<std::vector<const std::byte*>> inputs_;  ///< of every step; the image's place is filled in
};

}  // namespace certus
