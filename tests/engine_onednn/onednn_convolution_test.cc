#include "certus/engine_onednn/onednn_convolution.h"

#include "certus/base/error.h"
#include "certus/kernels/aligned_floats.h"
#include "certus/kernels/onednn_runtime.h"
#include "certus/noise/keyed_bits.h"

namespace certus {
namespace {

/// Memory as programs have it: aligned to 64 bytes.
class Bytes {
 public:
  explicit Bytes(std::size_t count) : floats_(count / sizeof(float) + 1) {}
  std::byte* data() { return reinterpret_cast<std::byte*>(floats_.data()); }
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(floats_.data()); }

 private:
  AlignedFloats floats_;
};

struct Case {
  Window window;
  std::int64_t groups;
  Shape input, output;
};

class OnednnIntegerConvolution : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!onednn_has_vnni()) GTEST_SKIP() << "without VNNI its products are not exact";
  }

  int random(int low, int high) {
    return low + static_cast<int>(keyed_unit({.seed = 7}, 0, next_++) * (high - low + 1));
  }

  /// Weights, biases and shifts as large as check_bounds allows, or nearly: found by trying.
  IntegerConvolution random_convolution(const Case& c, bool with_residual) {
    IntegerConvolution q{.window = c.window, .groups = c.groups, .input = c.input, .output = c.output};
    q.input_is_signed = random(0, 1) == 1;
    q.output_is_signed = random(0, 1) == 1;
    if (with_residual) q.residual = {.is_signed = random(0, 1) == 1, .shift = random(-2, 2)};
    const auto places =
        static_cast<std::size_t>(c.input[0] / c.groups * c.window.kernel[0] * c.window.kernel[1]);
    for (std::int64_t o = 0; o < c.output[0]; ++o) {
      q.shift.push_back(random(3, with_residual ? 12 : 22));
      for (std::size_t i = 0; i < places; ++i)
        q.weight.push_back(static_cast<std::int8_t>(random(-127, 127)));
      q.bias.push_back(0);
    }
    push_biases_to_the_limit(q);
    return q;
  }

  /// The largest or smallest bias of each channel that is allowed.
  static void push_biases_to_the_limit(IntegerConvolution& q) {
    for (std::size_t c = 0; c < q.bias.size(); ++c) {
      const std::int32_t direction = c % 2 == 0 ? 1 : -1;
      for (std::int32_t step = 1 << 23; step > 0; step /= 2) {
        q.bias[c] += direction * step;
        try {
          check_bounds(q);
        } catch (const Error&) {
          q.bias[c] -= direction * step;
        }
      }
    }
  }

  std::uint64_t next_ = 0;
};

TEST_F(OnednnIntegerConvolution, GivesTheBytesOfTheDefinitionUpToItsBounds) {
  const std::vector<Case> cases{
      {{.kernel = {3, 3}, .stride = {2, 2}, .pad = {1, 1, 1, 1}}, 1, {16, 9, 9}, {32, 5, 5}},
      {{.kernel = {1, 1}}, 1, {48, 6, 5}, {16, 6, 5}},
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, 8, {16, 7, 7}, {16, 7, 7}},
      {{.kernel = {3, 3}, .pad = {1, 1, 1, 1}}, 16, {16, 7, 7}, {16, 7, 7}},  // of every channel for itself
      {{.kernel = {3, 2}, .stride = {1, 2}, .dilation = {2, 1}, .pad = {0, 1, 3, 2}},
       1,
       {5, 8, 9},
       {7, 7, 6}},
      {{.kernel = {1, 1}}, 1, {100, 1, 1}, {10, 1, 1}},  // a linear layer
  };
  for (int round = 0; round < 4; ++round) {
    for (const Case& c : cases) {
      const bool with_residual = round % 2 == 1;
      const IntegerConvolution q = random_convolution(c, with_residual);
      constexpr std::size_t kImages = 2;
      const std::size_t in = kImages * static_cast<std::size_t>(element_count(c.input));
      const std::size_t out = kImages * static_cast<std::size_t>(element_count(c.output));
      const auto step = make_onednn_convolution(q);
      Bytes x(in), residual(out), y(out), scratch(step->scratch_bytes());
      for (std::size_t i = 0; i < in; ++i) x.bytes()[i] = static_cast<std::uint8_t>(random(0, 255));
      for (std::size_t i = 0; i < out; ++i) residual.bytes()[i] = static_cast<std::uint8_t>(random(0, 255));
      std::vector<std::uint8_t> expected(out);
      portable_convolution(q, kImages, x.bytes(), with_residual ? residual.bytes() : nullptr,
                           expected.data());

      std::vector<const std::byte*> inputs{x.data()};
      if (with_residual) inputs.push_back(residual.data());
      const auto state = step->make_state();
      step->run(kImages,
                {.inputs = inputs, .output = y.data(), .scratch = scratch.data(), .state = state.get()});
      for (std::size_t i = 0; i < out; ++i) {
        ASSERT_EQ(int{y.bytes()[i]}, int{expected[i]})
            << step->kernel() << ' ' << shape_text(c.input) << " byte " << i;
      }
    }
  }
}

}  // namespace
}  // namespace certus
