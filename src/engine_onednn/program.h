#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "certus/engine_onednn/step.h"

namespace certus {

/// A value of a program: how many bytes it has per image.
struct ProgramValue {
  std::size_t bytes = 0;
};

struct ProgramStep {
  std::unique_ptr<Step> step;
  std::vector<std::size_t> inputs;  ///< values
  /// Whether the last of them is a residual: it has the shape of the output, and is best placed in
  /// the same memory.
  bool has_residual = false;
  std::size_t output = 0;
};

/// Steps in the order of computation. Value 0 is the image in its original layout (float32; channel,
/// height, width); the last step writes the logits (float32). A program does not change once it is made:
/// workers share it.
struct Program {
  std::vector<ProgramValue> values;
  std::vector<ProgramStep> steps;
  std::vector<std::string> fallbacks;  ///< operations computed by the plain reference, each listed once
};

/// The places of the values in one piece of memory, in bytes; value 0 is stored elsewhere.
struct MemoryPlan {
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;
};

/// Places the values of `images` images so that no two overlap while both are needed, aligned to 64 bytes. A
/// sum is placed where its residual was, if nothing reads the residual any more.
MemoryPlan plan_memory(const Program& program, std::int64_t images);

/// The memory in which one worker executes a program. A call of run allocates no memory for values; what a
/// library or a plain loop allocates for itself is small.
class ProgramRun {
 public:
  ProgramRun(std::shared_ptr<const Program> program, std::int64_t max_images);

  /// Called with a step and its output for all images of the call, as soon as the output is computed.
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
  std::vector<std::vector<const std::byte*>> inputs_;  ///< of every step; the image is filled in later
};

}  // namespace certus
