#include "certus/engine_onednn/program.h"

#include <numeric>
#include <random>

#include "certus/engine_onednn/float_program.h"
#include "certus/engine_onednn/integer_program.h"
#include "certus/kernels/onednn_runtime.h"
#include "certus/model/architectures.h"
#include "support/counted_allocations.h"
#include "support/normals.h"
#include "support/programs.h"

namespace certus {
namespace {

/// Every byte of an image's result is a mix of all bytes of that image's inputs and of the residual's byte in
/// the same place. Inputs are read anew for every byte written: a result that lies over one of them, unless
/// it is the residual, comes out wrong.
class MixingStep : public Step {
 public:
  MixingStep(std::vector<std::size_t> input_bytes, bool has_residual, std::size_t output_bytes, unsigned tag)
      : input_bytes_(std::move(input_bytes)),
        has_residual_(has_residual),
        output_bytes_(output_bytes),
        tag_(tag) {}

  std::string kernel() const override { return "mixing"; }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const std::size_t plain = input_bytes_.size() - (has_residual_ ? 1 : 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(images); ++i) {
      for (std::size_t k = 0; k < output_bytes_; ++k) {
        unsigned mix = tag_ + 7 * static_cast<unsigned>(k);
        for (std::size_t n = 0; n < plain; ++n) {
          const auto* const x = as<std::uint8_t>(memory.inputs[n]) + i * input_bytes_[n];
          for (std::size_t j = 0; j < input_bytes_[n]; ++j) mix = mix * 31 + x[j];
        }
        if (has_residual_) mix = mix * 31 + as<std::uint8_t>(memory.inputs[plain])[i * output_bytes_ + k];
        as<std::uint8_t>(memory.output)[i * output_bytes_ + k] = static_cast<std::uint8_t>(mix >> 8);
      }
    }
  }

 private:
  std::vector<std::size_t> input_bytes_;
  bool has_residual_;
  std::size_t output_bytes_;
  unsigned tag_;
};

/// A step that reads `inputs`, the last of them as a residual or not.
void add_step(Program& program, std::vector<std::size_t> inputs, bool has_residual, std::size_t bytes) {
  std::vector<std::size_t> sizes;
  for (const std::size_t input : inputs) sizes.push_back(program.values[input].bytes);
  const auto tag = static_cast<unsigned>(program.values.size());
  program.values.push_back({bytes});
  program.steps.push_back({.step = std::make_unique<MixingStep>(sizes, has_residual, bytes, tag),
                           .inputs = std::move(inputs),
                           .has_residual = has_residual,
                           .output = program.values.size() - 1});
}

/// The program's result with memory of its own for every value.
std::vector<std::uint8_t> unshared_result(const Program& program, std::int64_t images,
                                          const std::vector<std::uint8_t>& image) {
  std::vector<std::vector<std::uint8_t>> values{image};
  for (const ProgramStep& step : program.steps) {
    std::vector<const std::byte*> inputs;
    for (const std::size_t input : step.inputs) {
      inputs.push_back(reinterpret_cast<const std::byte*>(values[input].data()));
    }
    std::vector<std::uint8_t> output(program.values[step.output].bytes * static_cast<std::size_t>(images));
    step.step->run(images, {.inputs = inputs,
                            .output = reinterpret_cast<std::byte*>(output.data()),
                            .scratch = nullptr,
                            .state = nullptr});
    values.push_back(std::move(output));
  }
  return values.back();
}

/// Chains, sums, values read late, values nobody reads.
Program random_program(std::mt19937& random) {
  const auto below = [&](std::size_t end) { return std::size_t{random()} % end; };
  Program program;
  program.values.push_back({4 * (1 + below(20))});
  const std::size_t steps = 2 + below(14);
  for (std::size_t i = 0; i < steps; ++i) {
    // Mostly recent values, as in networks.
    const auto some_value = [&] {
      const std::size_t count = program.values.size();
      return below(3) == 0 ? below(count) : count - 1 - below(std::min<std::size_t>(count, 3));
    };
    std::vector<std::size_t> inputs{some_value()};
    if (below(3) == 0) inputs.push_back(some_value());
    std::size_t bytes = 4 * (1 + below(40));
    const bool has_residual = below(2) == 0;
    if (has_residual) {
      inputs.push_back(some_value());
      bytes = program.values[inputs.back()].bytes;
    }
    add_step(program, std::move(inputs), has_residual, bytes);
  }
  return program;
}

TEST(ProgramRun, SharedMemoryGivesWhatUnsharedMemoryDoes) {
  std::mt19937 random(5);
  std::int64_t shared = 0;
  for (int round = 0; round < 400; ++round) {
    const auto program = std::make_shared<const Program>(random_program(random));
    const std::int64_t images = 1 + static_cast<std::int64_t>(random() % 3);
    std::vector<std::uint8_t> image(program->values[0].bytes * static_cast<std::size_t>(images));
    for (std::uint8_t& byte : image) byte = static_cast<std::uint8_t>(random());
    const std::vector<std::uint8_t> expected = unshared_result(*program, images, image);
    std::vector<std::uint8_t> found(expected.size());
    ProgramRun run(program, 3);
    for (int again = 0; again < 2; ++again) {
      run.run(images, as<float>(reinterpret_cast<const std::byte*>(image.data())),
              as<float>(reinterpret_cast<std::byte*>(found.data())));
      ASSERT_EQ(found, expected) << "round " << round;
    }
    std::size_t total = 0;
    for (std::size_t v = 1; v < program->values.size(); ++v) total += program->values[v].bytes * 3;
    if (plan_memory(*program, 3).bytes < total) ++shared;
  }
  EXPECT_GT(shared, 200);  // or nothing was put to the test
}

TEST(PlanMemory, AlignsEveryValue) {
  Program program;
  program.values.push_back({4});
  for (std::size_t i = 0; i < 6; ++i) add_step(program, {i}, false, 4 + 36 * i);
  for (const std::size_t offset : plan_memory(program, 3).offsets) EXPECT_EQ(offset % 64, 0U);
}

TEST(PlanMemory, ASumLiesWhereItsResidualWas) {
  Program program;
  program.values.push_back({64});
  add_step(program, {0}, false, 64);
  add_step(program, {1}, false, 64);
  add_step(program, {2, 1}, true, 64);
  const MemoryPlan plan = plan_memory(program, 2);
  EXPECT_EQ(plan.offsets[3], plan.offsets[1]);
  EXPECT_EQ(plan.bytes, 256U);
}

TEST(PlanMemory, AResidualThatIsReadLaterOrTwiceIsLeftAlone) {
  Program later;
  later.values.push_back({64});
  add_step(later, {0}, false, 64);
  add_step(later, {1}, false, 64);
  add_step(later, {2, 1}, true, 64);
  add_step(later, {3, 1}, true, 64);
  const MemoryPlan later_plan = plan_memory(later, 1);
  EXPECT_NE(later_plan.offsets[3], later_plan.offsets[1]);
  EXPECT_EQ(later_plan.offsets[4], later_plan.offsets[1]);

  Program twice;
  twice.values.push_back({64});
  add_step(twice, {0}, false, 64);
  add_step(twice, {1, 1}, true, 64);
  const MemoryPlan twice_plan = plan_memory(twice, 1);
  EXPECT_NE(twice_plan.offsets[2], twice_plan.offsets[1]);
}

TEST(PlanMemory, ADeepNetworkTakesAFewActivations) {
  const Program program = make_float_program(lower(make_architecture("cifar_resnet110", 10, 1)));
  std::size_t largest = 0, all = 0;
  for (const ProgramValue& value : program.values) {
    largest = std::max(largest, value.bytes);
    all += value.bytes;
  }
  EXPECT_EQ(largest, 16U * 32 * 32 * sizeof(float));
  EXPECT_LE(plan_memory(program, 1).bytes, 3 * largest);
  EXPECT_GT(all, 60 * largest);
}

TEST(ProgramRun, TellsAnObserverEveryStepInOrder) {
  const auto program =
      std::make_shared<const Program>(make_float_program(lower(make_architecture("lenet", 10, 1))));
  const auto image = test::normals(784, 1);
  std::vector<float> logits(10), seen(10);
  std::vector<std::size_t> steps;
  ProgramRun(program, 1).run(1, image.data(), logits.data(), [&](std::size_t step, const std::byte* output) {
    steps.push_back(step);
    if (step + 1 == program->steps.size()) std::copy_n(as<float>(output), 10, seen.begin());
  });
  std::vector<std::size_t> expected(program->steps.size());
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(steps, expected);
  EXPECT_EQ(seen, logits);
}

TEST(ProgramRun, AllocatesNothingForValuesWhileRunning) {
  for (const char* name : {"lenet", "cifar_resnet8"}) {
    const Graph graph = make_architecture(name, 10, 1);
    const LoweredNetwork network = lower(graph);
    const Calibration calibration = test::picture_calibration(graph);
    std::vector<std::shared_ptr<const Program>> programs;
    programs.push_back(std::make_shared<const Program>(make_float_program(network)));
    if (onednn_has_vnni()) {  // plain loops widen the image
      programs.push_back(std::make_shared<const Program>(
          make_integer_program(network, calibration.scales, calibration.image_range)));
    }
    const auto images = test::normals(2 * element_count(graph.input_shape()), 1);
    std::vector<float> logits(20);
    for (const auto& program : programs) {
      ProgramRun run(program, 2);
      run.run(2, images.data(), logits.data());  // libraries may set themselves up
      const std::size_t before = test::allocated_bytes();
      run.run(2, images.data(), logits.data());
      // oneDNN lists its arguments in every call.
      EXPECT_LT(test::allocated_bytes() - before, run.bytes() / 16) << name;
    }
    EXPECT_GT(test::allocated_bytes(), 1'000'000U);  // it counts
  }
}

}  // namespace
}  // namespace certus
