#include "certus/engine_onednn/integer_steps.h"

#include <algorithm>
#include <cmath>

#include "certus/engine_onednn/onednn_convolution.h"
#include "certus/kernels/exact_linear.h"
#include "certus/kernels/integer_winograd.h"
#include "certus/kernels/onednn_runtime.h"

namespace certus {
namespace {

const std::uint8_t* bytes(const std::byte* memory) {
  return as<std::uint8_t>(memory);
}
std::uint8_t* bytes(std::byte* memory) {
  return as<std::uint8_t>(memory);
}
const std::uint8_t* residual_of(const StepMemory& memory) {
  return memory.inputs.size() > 1 ? bytes(memory.inputs[1]) : nullptr;
}

class FirstLayerStep : public Step {
 public:
  explicit FirstLayerStep(const IntegerFirstLayer& layer) : kernel_(layer) {}
  std::string kernel() const override { return "first layer"; }
  std::size_t scratch_bytes() const override { return kernel_.scratch_bytes(); }
  void run(std::int64_t images, const StepMemory& memory) const override {
    kernel_.run(images, as<float>(memory.inputs[0]), bytes(memory.output), memory.scratch);
  }

 private:
  FirstLayerKernel kernel_;
};

class WinogradStep : public Step {
 public:
  explicit WinogradStep(const IntegerConvolution& convolution) : kernel_(convolution) {}
  std::string kernel() const override { return "winograd"; }
  std::size_t scratch_bytes() const override { return kernel_.scratch_bytes(); }
  void run(std::int64_t images, const StepMemory& memory) const override {
    kernel_.run(images, bytes(memory.inputs[0]), residual_of(memory), bytes(memory.output), memory.scratch);
  }

 private:
  IntegerWinograd kernel_;
};

class PortableStep : public Step {
 public:
  explicit PortableStep(const IntegerConvolution& convolution) : convolution_(convolution) {}
  std::string kernel() const override { return "portable"; }
  void run(std::int64_t images, const StepMemory& memory) const override {
    portable_convolution(convolution_, images, bytes(memory.inputs[0]), residual_of(memory),
                         bytes(memory.output));
  }

 private:
  IntegerConvolution convolution_;
};

class LastLayerStep : public Step {
 public:
  LastLayerStep(const Tensor& weight, const std::vector<float>& bias, double scale)
      : kernel_(weight.shape[1], weight.shape[0], weight.values.data(), bias.data(), scale) {}
  std::string kernel() const override { return "last layer"; }
  void run(std::int64_t images, const StepMemory& memory) const override {
    kernel_.run(images, as<std::int32_t>(memory.inputs[0]), as<float>(memory.output));
  }

 private:
  ExactLinear kernel_;
};

/// Applies `function` to every number.
template <typename From, typename To, typename Function>
class Conversion : public Step {
 public:
  Conversion(std::int64_t count, std::string name, Function function)
      : count_(count), name_(std::move(name)), function_(function) {}
  std::string kernel() const override { return name_; }
  void run(std::int64_t images, const StepMemory& memory) const override {
    const From* const x = as<From>(memory.inputs[0]);
    std::transform(x, x + images * count_, as<To>(memory.output), function_);
  }

 private:
  std::int64_t count_;
  std::string name_;
  Function function_;
};

template <typename From, typename To, typename Function>
std::unique_ptr<Step> conversion(std::int64_t count, std::string name, Function function) {
  return std::make_unique<Conversion<From, To, Function>>(count, std::move(name), function);
}

/// The nearest byte; NaN becomes 0.
template <typename Byte>
std::unique_ptr<Step> quantize_step(std::int64_t count, double scale) {
  return conversion<float, Byte>(count, "quantize", [scale](float x) {
    constexpr double kLow = std::numeric_limits<Byte>::min(), kHigh = std::numeric_limits<Byte>::max();
    const double place = std::nearbyint(static_cast<double>(x) / scale);
    return static_cast<Byte>(std::isnan(place) ? 0.0 : std::clamp(place, kLow, kHigh));
  });
}

template <typename From>
std::unique_ptr<Step> dequantize_step(std::int64_t count, double scale) {
  return conversion<From, float>(
      count, "dequantize", [scale](From x) { return static_cast<float>(static_cast<double>(x) * scale); });
}

}  // namespace

std::unique_ptr<Step> make_first_layer_step(const IntegerFirstLayer& layer) {
  return std::make_unique<FirstLayerStep>(layer);
}

std::unique_ptr<Step> make_integer_convolution_step(const IntegerConvolution& convolution,
                                                    IntegerKernels kernels) {
  if (kernels == IntegerKernels::kPortable) return std::make_unique<PortableStep>(convolution);
  if (IntegerWinograd::supports(convolution)) return std::make_unique<WinogradStep>(convolution);
  if (onednn_has_vnni()) return make_onednn_convolution(convolution);
  return std::make_unique<PortableStep>(convolution);
}

std::unique_ptr<Step> make_last_layer_step(const Tensor& weight, const std::vector<float>& bias,
                                           double scale) {
  return std::make_unique<LastLayerStep>(weight, bias, scale);
}

std::unique_ptr<Step> make_quantize_step(std::int64_t count, const ByteScale& scale) {
  return scale.is_signed ? quantize_step<std::int8_t>(count, scale.scale)
                         : quantize_step<std::uint8_t>(count, scale.scale);
}

std::unique_ptr<Step> make_dequantize_step(std::int64_t count, const ByteScale& scale) {
  return scale.is_signed ? dequantize_step<std::int8_t>(count, scale.scale)
                         : dequantize_step<std::uint8_t>(count, scale.scale);
}

std::unique_ptr<Step> make_sum_dequantize_step(std::int64_t count, double scale) {
  return dequantize_step<std::int32_t>(count, scale);
}

std::unique_ptr<Step> make_widen_step(std::int64_t count, bool is_signed) {
  const auto widen = [](auto x) { return static_cast<std::int32_t>(x); };
  return is_signed ? conversion<std::int8_t, std::int32_t>(count, "widen", widen)
                   : conversion<std::uint8_t, std::int32_t>(count, "widen", widen);
}

}  // namespace certus
