#include "certus/engine_onednn/program.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr std::size_t kAlignment = 64;

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// A range of bytes that is in use from step `first` to step `last`.
struct Region {
  std::size_t begin, end;
  std::size_t first, last;
};

std::size_t lowest_gap(std::vector<Region> regions, std::size_t bytes) {
  std::sort(regions.begin(), regions.end(),
            [](const Region& a, const Region& b) { return a.begin < b.begin; });
  std::size_t begin = 0;
  for (const Region& region : regions) {
    if (begin + bytes <= region.begin) break;
    begin = std::max(begin, region.end);
  }
  return begin;
}

}  // namespace

MemoryPlan plan_memory(const Program& program, std::int64_t images) {
  std::vector<std::size_t> last_use(program.values.size(), 0);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    for (const std::size_t input : program.steps[i].inputs) last_use[input] = i;
    last_use[program.steps[i].output] = std::max(last_use[program.steps[i].output], i);
  }

  MemoryPlan plan{.offsets = std::vector<std::size_t>(program.values.size(), 0)};
  std::vector<Region> regions;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const ProgramStep& step = program.steps[i];
    const std::size_t bytes = aligned(program.values[step.output].bytes * static_cast<std::size_t>(images));
    if (step.has_residual) {
      const std::size_t residual = step.inputs.back();
      const bool is_read_once =
          std::count(step.inputs.begin(), step.inputs.end(), residual) == 1 && last_use[residual] == i;
      if (is_read_once && residual != 0 &&
          program.values[residual].bytes == program.values[step.output].bytes) {
        plan.offsets[step.output] = plan.offsets[residual];
        regions.push_back({plan.offsets[residual], plan.offsets[residual] + bytes, i, last_use[step.output]});
        continue;
      }
    }
    std::vector<Region> busy;
    for (const Region& region : regions) {
      if (region.last >= i) busy.push_back(region);
    }
    plan.offsets[step.output] = lowest_gap(std::move(busy), bytes);
    regions.push_back(
        {plan.offsets[step.output], plan.offsets[step.output] + bytes, i, last_use[step.output]});
    plan.bytes = std::max(plan.bytes, regions.back().end);
  }
  return plan;
}

void ProgramRun::Free::operator()(std::byte* memory) const {
  std::free(memory);
}

ProgramRun::ProgramRun(std::shared_ptr<const Program> program, std::int64_t max_images)
    : program_(std::move(program)), max_images_(max_images), plan_(plan_memory(*program_, max_images)) {
  CERTUS_CHECK(max_images > 0 && !program_->steps.empty());
  for (const ProgramStep& step : program_->steps) {
    scratch_bytes_ = std::max(scratch_bytes_, aligned(step.step->scratch_bytes()));
    states_.push_back(step.step->make_state());
  }
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kAlignment, bytes() + kAlignment)));
  if (!memory_) throw std::bad_alloc();
  std::memset(memory_.get(), 0, bytes());
  for (const ProgramStep& step : program_->steps) {
    std::vector<const std::byte*> inputs;
    for (const std::size_t value : step.inputs) inputs.push_back(memory_.get() + plan_.offsets[value]);
    inputs_.push_back(std::move(inputs));
  }
}

void ProgramRun::run(std::int64_t images, const float* image, float* logits, const Observer& observer) {
  CERTUS_CHECK(images <= max_images_);
  std::byte* const scratch = memory_.get() + plan_.bytes;
  for (std::size_t i = 0; i < program_->steps.size(); ++i) {
    const ProgramStep& step = program_->steps[i];
    for (std::size_t k = 0; k < step.inputs.size(); ++k) {
      if (step.inputs[k] == 0) inputs_[i][k] = reinterpret_cast<const std::byte*>(image);
    }
    std::byte* const output = memory_.get() + plan_.offsets[step.output];
    step.step->run(images,
                   {.inputs = inputs_[i], .output = output, .scratch = scratch, .state = states_[i].get()});
    if (observer) observer(i, output);
  }
  const std::size_t last = program_->steps.back().output;
  std::memcpy(logits, memory_.get() + plan_.offsets[last],
              program_->values[last].bytes * static_cast<std::size_t>(images));
}

}  // namespace certus
