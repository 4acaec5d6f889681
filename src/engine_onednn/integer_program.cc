#include "certus/engine_onednn/integer_program.h"

#include <cmath>
#include <optional>

#include "certus/base/error.h"
#include "certus/engine_onednn/image_step.h"
#include "certus/engine_onednn/integer_steps.h"
#include "certus/engine_onednn/pooling_steps.h"
#include "certus/engine_onednn/quantize.h"
#include "certus/engine_onednn/reference_step.h"

namespace certus {
namespace {

constexpr std::size_t kFloatBytes = sizeof(float);

/// The forms in which a value of the network is available so far, as values of the program.
struct Forms {
  std::optional<std::size_t> bytes;  ///< number = byte * scale
  std::optional<std::size_t> sums;   ///< std::int32_t; number = sum * sum_scale
  std::optional<std::size_t> floats;
  double sum_scale = 1.0;
};

class IntegerProgram {
 public:
  IntegerProgram(const LoweredNetwork& network, const std::vector<ByteScale>& scales, double image_range,
                 IntegerKernels kernels)
      : network_(network),
        graph_(std::make_shared<const Graph>(network.graph)),
        scales_(scales),
        image_range_(image_range),
        kernels_(kernels),
        forms_(network.values.size()) {
    CERTUS_CHECK(scales.size() == network.values.size());
    program_.values.push_back({count_of(0) * kFloatBytes});  // the image as it comes
  }

  Program run() {
    for (const LoweredStep& step : network_.steps) {
      const Node& node = network_.graph.node(step.node);
      const bool is_last = &step == &network_.steps.back();
      if (const auto* const conv = std::get_if<ConvOp>(&node.operation)) {
        const bool is_first = step.inputs[0] == 0 && !step.residual && conv->groups == 1;
        if (is_first) {
          add_first_layer(step);
        } else {
          add_convolution(step);
        }
      } else if (std::holds_alternative<LinearOp>(node.operation) && node.shape.size() == 1) {
        if (is_last && !step.activation) {
          add_last_layer(step);
        } else {
          add_convolution(step);
        }
      } else if (const auto* const pool = std::get_if<MaxPoolOp>(&node.operation)) {
        add_max_pool(step, pool->window);
      } else if (is_sum_of_bytes(step)) {
        add_sums(step);
      } else {
        add_reference(step);
      }
    }
    floats_of(network_.steps.back().output);  // the last step of a program writes its logits
    CERTUS_CHECK(program_.steps.back().output == *forms_[network_.steps.back().output].floats);
    return std::move(program_);
  }

 private:
  /// Whether the step is a mean over the pixels, of no more pixels than the sums of ExactLinear allow.
  bool is_sum_of_bytes(const LoweredStep& step) const {
    if (step.inputs.empty() || step.inputs[0] == 0) return false;
    const Shape& input = network_.values[step.inputs[0]];
    constexpr std::int64_t kMostPixels = (1 << 24) / 256;
    return is_global_average(network_.graph.node(step.node), input) && input[1] * input[2] <= kMostPixels;
  }

  std::size_t count_of(std::size_t value) const {
    return static_cast<std::size_t>(element_count(network_.values[value]));
  }

  std::size_t add(std::unique_ptr<Step> step, std::vector<std::size_t> inputs, std::size_t output_bytes,
                  bool has_residual = false) {
    program_.values.push_back({output_bytes});
    program_.steps.push_back({.step = std::move(step),
                              .inputs = std::move(inputs),
                              .has_residual = has_residual,
                              .output = program_.values.size() - 1});
    return program_.values.size() - 1;
  }

  std::size_t bytes_of(std::size_t value) {
    if (!forms_[value].bytes) {
      const std::size_t floats = floats_of(value);
      forms_[value].bytes =
          add(make_quantize_step(static_cast<std::int64_t>(count_of(value)), scales_[value]), {floats},
              count_of(value));
    }
    return *forms_[value].bytes;
  }

  std::size_t floats_of(std::size_t value) {
    Forms& forms = forms_[value];
    const auto count = static_cast<std::int64_t>(count_of(value));
    if (forms.floats) return *forms.floats;
    if (value == 0) {
      forms.floats = add(make_image_step(network_.values[0], network_.mean, network_.deviation), {0},
                         count_of(0) * kFloatBytes);
    } else if (forms.bytes) {
      forms.floats =
          add(make_dequantize_step(count, scales_[value]), {*forms.bytes}, count_of(value) * kFloatBytes);
    } else {
      forms.floats = add(make_sum_dequantize_step(count, forms.sum_scale), {forms.sums.value()},
                         count_of(value) * kFloatBytes);
    }
    return *forms.floats;
  }

  void add_first_layer(const LoweredStep& step) {
    forms_[step.output].bytes =
        add(make_first_layer_step(quantize_first(network_, step, scales_, image_range_)), {0},
            count_of(step.output));
  }

  void add_convolution(const LoweredStep& step) {
    std::vector<std::size_t> inputs{bytes_of(step.inputs[0])};
    if (step.residual) inputs.push_back(bytes_of(*step.residual));
    forms_[step.output].bytes =
        add(make_integer_convolution_step(quantize(network_, step, scales_), kernels_), std::move(inputs),
            count_of(step.output), step.residual.has_value());
  }

  void add_max_pool(const LoweredStep& step, const Window& window) {
    const std::size_t input = step.inputs[0];
    forms_[step.output].bytes =
        add(make_byte_max_pool(window, network_.values[input], network_.values[step.output],
                               scales_[input].is_signed),
            {bytes_of(input)}, count_of(step.output));
  }

  void add_sums(const LoweredStep& step) {
    const Shape& input = network_.values[step.inputs[0]];
    Forms& forms = forms_[step.output];
    forms.sums = add(make_byte_sum(input, scales_[step.inputs[0]].is_signed), {bytes_of(step.inputs[0])},
                     count_of(step.output) * sizeof(std::int32_t));
    forms.sum_scale = scales_[step.inputs[0]].scale / static_cast<double>(input[1] * input[2]);
  }

  void add_last_layer(const LoweredStep& step) {
    const std::size_t input = step.inputs[0];
    Forms& forms = forms_[input];
    if (!forms.sums) {
      forms.sums = add(make_widen_step(static_cast<std::int64_t>(count_of(input)), scales_[input].is_signed),
                       {bytes_of(input)}, count_of(input) * sizeof(std::int32_t));
      forms.sum_scale = scales_[input].scale;
    }
    forms_[step.output].floats = add(make_last_layer_step(step.weight, step.bias, forms.sum_scale),
                                     {*forms.sums}, count_of(step.output) * kFloatBytes);
  }

  void add_reference(const LoweredStep& step) {
    std::vector<std::size_t> inputs;
    for (const std::size_t input : step.inputs) inputs.push_back(floats_of(input));
    forms_[step.output].floats = add(make_reference_step(graph_, step.node, program_.fallbacks),
                                     std::move(inputs), count_of(step.output) * kFloatBytes);
  }

  const LoweredNetwork& network_;
  std::shared_ptr<const Graph> graph_;
  std::vector<ByteScale> scales_;
  double image_range_;
  IntegerKernels kernels_;
  Program program_;
  std::vector<Forms> forms_;
};

}  // namespace

Program make_integer_program(const LoweredNetwork& network, const std::vector<ByteScale>& scales,
                             double image_range, IntegerKernels kernels) {
  return IntegerProgram(network, scales, image_range, kernels).run();
}

}  // namespace certus
