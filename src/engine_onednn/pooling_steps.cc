#include "certus/engine_onednn/pooling_steps.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace certus {
namespace {

/// The larger number of each pair. std::max is not used: a NaN must stay NaN, so that it votes for no class.
template <typename T>
void take_larger(const T* from, std::int64_t count, T* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    // NOLINTNEXTLINE(misc-redundant-expression): only a NaN differs from itself
    const bool stays = to[i] > from[i] || to[i] != to[i];
    to[i] = stays ? to[i] : from[i];
  }
}

/// The largest number over the rows of the window, for whole rows at once, then over its columns.
template <typename T>
class MaxPool : public Step {
 public:
  MaxPool(const Window& window, const Shape& input, const Shape& output)
      : window_(window), input_(input), output_(output) {}

  std::string kernel() const override { return "max pool"; }
  std::size_t scratch_bytes() const override { return static_cast<std::size_t>(row_count()) * sizeof(T); }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const T* x = as<T>(memory.inputs[0]);
    T* y = as<T>(memory.output);
    T* const largest = as<T>(memory.scratch);
    for (std::int64_t i = 0; i < images; ++i, x += input_[1] * row_count()) {
      for (std::int64_t row = 0; row < output_[1]; ++row, y += output_[2] * input_[0]) {
        over_rows(x, row, largest);
        over_columns(largest, y);
      }
    }
  }

 private:
  static constexpr T kLeast = std::numeric_limits<T>::lowest();

  std::int64_t row_count() const { return input_[0] * input_[2]; }

  void over_rows(const T* x, std::int64_t row, T* largest) const {
    bool is_first = true;
    for (std::int64_t k = 0; k < window_.kernel[0]; ++k) {
      const std::int64_t h = row * window_.stride[0] + k * window_.dilation[0] - window_.pad[0];
      if (h >= 0 && h < input_[1]) take(x + h * row_count(), row_count(), is_first, largest);
    }
    if (is_first) std::fill_n(largest, row_count(), kLeast);
  }

  void over_columns(const T* largest, T* y) const {
    const std::int64_t channels = input_[0];
    for (std::int64_t column = 0; column < output_[2]; ++column, y += channels) {
      bool is_first = true;
      for (std::int64_t k = 0; k < window_.kernel[1]; ++k) {
        const std::int64_t w = column * window_.stride[1] + k * window_.dilation[1] - window_.pad[1];
        if (w >= 0 && w < input_[2]) take(largest + w * channels, channels, is_first, y);
      }
      if (is_first) std::fill_n(y, channels, kLeast);
    }
  }

  static void take(const T* from, std::int64_t count, bool& is_first, T* to) {
    if (is_first) {
      std::copy_n(from, count, to);
    } else {
      take_larger(from, count, to);
    }
    is_first = false;
  }

  Window window_;
  Shape input_, output_;
};

/// Sums over the pixels in their order: numbers of type T are added to sums of type S.
template <typename T, typename S>
class PixelSum : public Step {
 public:
  PixelSum(const Shape& input, S factor)
      : channels_(input[0]), pixels_(input[1] * input[2]), factor_(factor) {}

  std::string kernel() const override { return "pixel sum"; }

  void run(std::int64_t images, const StepMemory& memory) const override {
    const T* x = as<T>(memory.inputs[0]);
    S* y = as<S>(memory.output);
    for (std::int64_t i = 0; i < images; ++i, y += channels_) {
      std::fill_n(y, channels_, S{});
      for (std::int64_t p = 0; p < pixels_; ++p, x += channels_) {
        for (std::int64_t c = 0; c < channels_; ++c) y[c] += static_cast<S>(x[c]);
      }
      for (std::int64_t c = 0; c < channels_; ++c) y[c] *= factor_;
    }
  }

 private:
  std::int64_t channels_, pixels_;
  S factor_;
};

}  // namespace

std::unique_ptr<Step> make_max_pool(const Window& window, const Shape& input, const Shape& output) {
  return std::make_unique<MaxPool<float>>(window, input, output);
}

std::unique_ptr<Step> make_byte_max_pool(const Window& window, const Shape& input, const Shape& output,
                                         bool is_signed) {
  if (is_signed) return std::make_unique<MaxPool<std::int8_t>>(window, input, output);
  return std::make_unique<MaxPool<std::uint8_t>>(window, input, output);
}

std::unique_ptr<Step> make_global_average(const Shape& input) {
  return std::make_unique<PixelSum<float, float>>(input, 1.0F / static_cast<float>(input[1] * input[2]));
}

std::unique_ptr<Step> make_byte_sum(const Shape& input, bool is_signed) {
  if (is_signed) return std::make_unique<PixelSum<std::int8_t, std::int32_t>>(input, 1);
  return std::make_unique<PixelSum<std::uint8_t, std::int32_t>>(input, 1);
}

}  // namespace certus
