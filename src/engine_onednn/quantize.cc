#include "certus/engine_onednn/quantize.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "certus/base/error.h"

namespace certus {
namespace {

double levels_of(bool is_signed) {
  return is_signed ? 127.0 : 255.0;
}

/// Groups of values whose scales depend on each other, identified by the first value.
class ScaleGroups {
 public:
  explicit ScaleGroups(std::size_t values) : parent_(values) { std::iota(parent_.begin(), parent_.end(), 0); }

  std::size_t of(std::size_t value) const {
    while (parent_[value] != value) value = parent_[value];
    return value;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> parent_;
};

/// The smallest power of two times `base` that is at least `wanted` or only a little less: clipping a few
/// percent more costs less than steps that are twice as coarse.
double power_of_two_scale(double base, double wanted) {
  constexpr double kTolerance = 0.9;
  return base * std::exp2(std::ceil(std::log2(wanted * kTolerance / base)));
}

/// The base for which the scales of a group are closest to the wanted ones.
double best_base(const std::vector<double>& wanted) {
  constexpr int kCandidates = 64;
  double best = wanted.front();
  double least = HUGE_VAL;
  for (int i = 0; i < kCandidates; ++i) {
    const double base = wanted.front() * std::exp2(static_cast<double>(i) / kCandidates);
    double error = 0.0;
    for (const double w : wanted) {
      const double ratio = power_of_two_scale(base, w) / w;
      error += ratio >= 1.0 ? ratio * ratio : 2.0 / (ratio * ratio);
    }
    if (error < least) {
      least = error;
      best = base;
    }
  }
  return best;
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent) == 0.5;
}

bool is_max_pool(const LoweredNetwork& network, const LoweredStep& step) {
  return std::holds_alternative<MaxPoolOp>(network.graph.node(step.node).operation);
}

std::size_t outputs_of(const LoweredStep& step) {
  return static_cast<std::size_t>(step.weight.shape[0]);
}

/// The integers of one output channel.
struct QuantizedChannel {
  std::vector<double> weight;
  double bias = 0.0;
  int shift = 0;
};

struct Bounds {
  double largest_weight;
  double largest_input;
  double sum;             ///< no intermediate result may reach it
  double residual = 0.0;  ///< largest |residual| in steps of the result
  int most_shift;
};

/// The weights of one output channel and their mean inputs, in steps of the input.
struct Channel {
  std::span<const float> weight;
  std::vector<double> mean_input;  ///< for each weight; empty: not known
  double bias;
};

/// Rounds the weights, where 1 becomes factor * 2^shift steps. What rounding takes away on average is added
/// to the bias, and so is a half, because then rounding down is the same as rounding to the nearest.
QuantizedChannel rounded(const Channel& channel, double weight_factor, double bias_factor, int shift) {
  const double unit = std::ldexp(1.0, shift);
  QuantizedChannel result{.bias = channel.bias * bias_factor * unit, .shift = shift};
  for (std::size_t i = 0; i < channel.weight.size(); ++i) {
    const double exact = static_cast<double>(channel.weight[i]) * weight_factor * unit;
    result.weight.push_back(std::nearbyint(exact));
    if (!channel.mean_input.empty()) result.bias += (exact - result.weight.back()) * channel.mean_input[i];
  }
  result.bias = std::nearbyint(result.bias) + unit / 2.0;
  return result;
}

bool is_within(const QuantizedChannel& channel, const Bounds& bounds) {
  double sum = std::abs(channel.bias) + std::ldexp(bounds.residual + 0.5, channel.shift);
  double largest = 0.0;
  for (const double w : channel.weight) {
    sum += std::abs(w) * bounds.largest_input;
    largest = std::max(largest, std::abs(w));
  }
  return largest <= bounds.largest_weight && sum < bounds.sum;
}

/// The channel with the largest shift that the bounds allow, which means the finest weights.
QuantizedChannel finest(const LoweredStep& step, std::size_t which, const std::vector<double>& mean_input,
                        double weight_factor, double bias_factor, const Bounds& bounds, const Node& node) {
  const std::size_t count = step.weight.values.size() / outputs_of(step);
  const Channel channel{.weight = std::span(step.weight.values).subspan(which * count, count),
                        .mean_input = mean_input,
                        .bias = static_cast<double>(step.bias[which])};
  for (int shift = bounds.most_shift; shift >= 1; --shift) {
    QuantizedChannel result = rounded(channel, weight_factor, bias_factor, shift);
    if (is_within(result, bounds)) return result;
  }
  fail(ErrorKind::kEngine, Remedy{"precision"}, "int8: output channel ", which, " of node '", node.name,
       "' has weights too large for the range of its results; f32 can compute it");
}

/// The mean input of each weight of an output channel.
std::vector<double> mean_inputs(const LoweredStep& step, const ByteScale& input, std::int64_t groups,
                                std::size_t channel) {
  if (input.mean.empty()) return {};
  const std::size_t count = step.weight.values.size() / outputs_of(step);
  const bool is_convolution = step.weight.shape.size() == 4;
  const std::size_t window =
      is_convolution ? static_cast<std::size_t>(step.weight.shape[2] * step.weight.shape[3]) : 1;
  const std::size_t group = channel / (outputs_of(step) / static_cast<std::size_t>(groups));
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = group * (count / window) + i / window;
    result[i] = static_cast<double>(input.mean[place % input.mean.size()]) / 16.0;
  }
  return result;
}

template <typename Weight>
void append(const QuantizedChannel& channel, std::vector<Weight>& weight, std::vector<std::int32_t>& bias,
            std::vector<int>& shift) {
  for (const double w : channel.weight) weight.push_back(static_cast<Weight>(w));
  bias.push_back(static_cast<std::int32_t>(channel.bias));
  shift.push_back(channel.shift);
}

}  // namespace

std::vector<ByteScale> byte_scales(const LoweredNetwork& network,
                                   const std::vector<ValueStatistics>& statistics) {
  CERTUS_CHECK(statistics.size() == network.values.size());
  const std::vector<bool> is_unsigned = never_negative(network);
  std::vector<double> wanted;
  for (std::size_t v = 0; v < statistics.size(); ++v) {
    wanted.push_back(statistics[v].clip > 0.0 ? statistics[v].clip / levels_of(!is_unsigned[v]) : 1.0);
  }
  ScaleGroups groups(wanted.size());
  std::vector<bool> is_clipped(wanted.size(), false);  // by the network itself: the byte must end there
  for (const LoweredStep& step : network.steps) {
    if (step.activation && std::isfinite(step.activation->high)) {
      wanted[step.output] = static_cast<double>(step.activation->high) / 255.0;
      is_clipped[step.output] = true;
    }
    if (step.residual) groups.join(*step.residual, step.output);
    if (is_max_pool(network, step)) {
      wanted[step.output] = wanted[step.inputs[0]];
      is_clipped[step.output] = is_clipped[step.inputs[0]];
      groups.join(step.inputs[0], step.output);
    }
  }
  std::vector<ByteScale> scales;
  for (std::size_t v = 0; v < wanted.size(); ++v) {
    std::vector<double> members, clipped;
    for (std::size_t other = 0; other < wanted.size(); ++other) {
      if (groups.of(other) != groups.of(v)) continue;
      members.push_back(wanted[other]);
      if (is_clipped[other]) clipped.push_back(wanted[other]);
    }
    const double base = clipped.empty() ? best_base(members) : clipped.front();
    const double shared = is_clipped[v] ? base * std::exp2(std::floor(std::log2(wanted[v] / base)))
                                        : power_of_two_scale(base, wanted[v]);
    const double scale = members.size() == 1 ? wanted[v] : shared;
    scales.push_back({.scale = scale, .is_signed = !is_unsigned[v]});
    for (const double mean : statistics[v].mean) {
      scales.back().mean.push_back(static_cast<std::int32_t>(std::lround(16.0 * mean / scale)));
    }
  }
  return scales;
}

void check_scales(const LoweredNetwork& network, const std::vector<ByteScale>& scales) {
  if (scales.size() != network.values.size()) {
    fail(ErrorKind::kEngine, "the int8 scales are of a network with ", scales.size(),
         " values, but this one has ", network.values.size(),
         "; delete their file to have them chosen again");
  }
  const auto check = [](bool fits, const std::string& node) {
    if (fits) return;
    fail(ErrorKind::kEngine, "the int8 scale of node '", node,
         "' does not fit the network; delete the file of scales to have them chosen again");
  };
  const auto has_means = [&](std::size_t value) {
    const Shape& shape = network.values[value];
    const std::int64_t channels = shape.size() == 3 ? shape[0] : element_count(shape);
    return scales[value].mean.empty() || std::ssize(scales[value].mean) == channels;
  };
  check(scales[0].is_signed && has_means(0), "image");
  const std::vector<bool> is_unsigned = never_negative(network);
  for (const LoweredStep& step : network.steps) {
    const std::string& node = network.graph.node(step.node).name;
    const ByteScale& out = scales[step.output];
    check(out.is_signed != is_unsigned[step.output] && has_means(step.output), node);
    if (step.residual) check(is_power_of_two(scales[*step.residual].scale / out.scale), node);
    if (is_max_pool(network, step)) check(scales[step.inputs[0]].scale == out.scale, node);
    if (step.activation && std::isfinite(step.activation->high)) {
      constexpr double kRounding = 1.0 + 1e-12;
      check(255.0 * out.scale <= static_cast<double>(step.activation->high) * kRounding, node);
    }
  }
}

IntegerConvolution quantize(const LoweredNetwork& network, const LoweredStep& step,
                            const std::vector<ByteScale>& scales) {
  const Node& node = network.graph.node(step.node);
  const ByteScale& in = scales[step.inputs[0]];
  const ByteScale& out = scales[step.output];
  IntegerConvolution result{.input_is_signed = in.is_signed, .output_is_signed = out.is_signed};
  if (const auto* const conv = std::get_if<ConvOp>(&node.operation)) {
    result.window = conv->window;
    result.groups = conv->groups;
    result.input = network.values[step.inputs[0]];
    result.output = network.values[step.output];
  } else {  // a linear layer is a convolution with a window of one pixel
    result.input = {step.weight.shape[1], 1, 1};
    result.output = {step.weight.shape[0], 1, 1};
  }
  Bounds bounds{.largest_weight = 127.0,
                .largest_input = in.is_signed ? 128.0 : 255.0,
                .sum = std::ldexp(1.0, 23),
                .most_shift = 22};
  if (step.residual) {
    const ByteScale& residual = scales[*step.residual];
    const double ratio = residual.scale / out.scale;
    result.residual = {.is_signed = residual.is_signed,
                       .shift = static_cast<int>(std::lround(std::log2(ratio)))};
    bounds.residual = ratio * (residual.is_signed ? 128.0 : 255.0);
  }
  for (std::size_t c = 0; c < outputs_of(step); ++c) {
    append(finest(step, c, mean_inputs(step, in, result.groups, c), in.scale / out.scale, 1.0 / out.scale,
                  bounds, node),
           result.weight, result.bias, result.shift);
    if (result.residual && result.shift.back() + result.residual->shift < 0) {
      fail(ErrorKind::kEngine, Remedy{"precision"}, "int8: what is added at node '", node.name,
           "' is too small beside the result; f32 can compute it");
    }
  }
  check_bounds(result);
  return result;
}

IntegerFirstLayer quantize_first(const LoweredNetwork& network, const LoweredStep& step,
                                 const std::vector<ByteScale>& scales, double image_range) {
  const Node& node = network.graph.node(step.node);
  const auto& conv = std::get<ConvOp>(node.operation);
  const ByteScale& out = scales[step.output];
  constexpr double kLimit = 4095.0;
  IntegerFirstLayer result{.window = conv.window,
                           .input = network.values[0],
                           .output = network.values[step.output],
                           .limit = static_cast<std::int16_t>(kLimit),
                           .output_is_signed = out.is_signed};
  const auto channels = static_cast<std::size_t>(result.input[0]);
  std::vector<double> mean(network.mean.begin(), network.mean.end());
  std::vector<double> deviation(network.deviation.begin(), network.deviation.end());
  mean.resize(channels, 0.0);
  deviation.resize(channels, 1.0);
  double largest = 0.0;
  for (std::size_t c = 0; c < channels; ++c) {
    largest = std::max(largest, (image_range + std::abs(mean[c])) / deviation[c]);
  }
  const double steps_per_unit = kLimit / largest;
  for (std::size_t c = 0; c < channels; ++c) {
    result.scale.push_back(static_cast<float>(steps_per_unit / deviation[c]));
    result.offset.push_back(static_cast<float>(-mean[c] * steps_per_unit / deviation[c]));
  }
  const Bounds bounds{
      .largest_weight = 32767.0, .largest_input = kLimit, .sum = std::ldexp(1.0, 31), .most_shift = 30};
  for (std::size_t c = 0; c < outputs_of(step); ++c) {
    append(finest(step, c, {}, 1.0 / (steps_per_unit * out.scale), 1.0 / out.scale, bounds, node),
           result.weight, result.bias, result.shift);
  }
  return result;
}

}  // namespace certus
