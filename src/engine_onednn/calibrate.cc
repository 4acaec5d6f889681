#include "certus/engine_onednn/calibrate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "certus/base/error.h"
#include "certus/engine_onednn/float_program.h"

namespace certus {
namespace {

constexpr std::size_t kBins = 4096;

/// How often |x| lies in each of the kBins equal parts of [0, largest].
struct Histogram {
  double largest = 0.0;
  std::vector<double> counts;
};

/// The clip with the smallest mean squared error. The error comes from rounding to `levels` steps below the
/// clip and from cutting off what is above it.
double best_clip(const Histogram& histogram, double levels) {
  if (histogram.largest == 0.0) return 0.0;
  const double bin = histogram.largest / static_cast<double>(kBins);
  double best = histogram.largest;
  double least = HUGE_VAL;
  for (std::size_t end = kBins / 32; end <= kBins; end += kBins / 128) {
    const double clip = static_cast<double>(end) * bin;
    const double step = clip / levels;
    double error = 0.0;
    for (std::size_t i = 0; i < kBins; ++i) {
      const double x = (static_cast<double>(i) + 0.5) * bin;
      error += histogram.counts[i] * (x <= clip ? step * step / 12.0 : (x - clip) * (x - clip));
    }
    if (error < least) {
      least = error;
      best = clip;
    }
  }
  return best;
}

std::int64_t channels_of(const Shape& shape) {
  return shape.size() == 3 ? shape[0] : element_count(shape);
}

}  // namespace

std::vector<bool> never_negative(const LoweredNetwork& network) {
  std::vector<bool> result(network.values.size(), false);
  for (const LoweredStep& step : network.steps) {
    const Node& node = network.graph.node(step.node);
    const bool is_pooling = std::holds_alternative<MaxPoolOp>(node.operation) ||
                            (!step.inputs.empty() && is_global_average(node, network.values[step.inputs[0]]));
    result[step.output] = step.activation.has_value() || (is_pooling && result[step.inputs[0]]) ||
                          std::holds_alternative<ReluOp>(node.operation);
  }
  return result;
}

std::vector<ValueStatistics> calibrate(const LoweredNetwork& network, std::span<const float> images) {
  const auto pixels = static_cast<std::size_t>(element_count(network.values[0]));
  const std::size_t count = images.size() / pixels;
  CERTUS_CHECK(count > 0 && images.size() == count * pixels);
  ProgramRun run(std::make_shared<const Program>(make_float_program(network)), 1);
  std::vector<float> logits(static_cast<std::size_t>(element_count(network.values.back())));
  const auto over_images = [&](const auto& see) {
    for (std::size_t i = 0; i < count; ++i) {
      // Step 0 writes value 0, and step i + 1 writes what step i of the network writes.
      run.run(1, images.data() + i * pixels, logits.data(), [&](std::size_t step, const std::byte* output) {
        const std::size_t value = step == 0 ? 0 : network.steps[step - 1].output;
        see(value,
            std::span(as<float>(output), static_cast<std::size_t>(element_count(network.values[value]))));
      });
    }
  };

  std::vector<Histogram> histograms(network.values.size());
  std::vector<ValueStatistics> statistics(network.values.size());
  for (std::size_t value = 0; value < statistics.size(); ++value) {
    statistics[value].mean.resize(static_cast<std::size_t>(channels_of(network.values[value])), 0.0);
  }
  over_images([&](std::size_t value, std::span<const float> numbers) {
    std::vector<double>& mean = statistics[value].mean;
    const double share = static_cast<double>(mean.size()) / static_cast<double>(numbers.size() * count);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double x = static_cast<double>(numbers[i]);
      if (!std::isfinite(x)) {
        fail(ErrorKind::kEngine, "int8: the network gives a number that is not finite; it has no scale");
      }
      histograms[value].largest = std::max(histograms[value].largest, std::abs(x));
      mean[i % mean.size()] += x * share;
    }
  });
  for (Histogram& histogram : histograms) histogram.counts.resize(kBins, 0.0);
  over_images([&](std::size_t value, std::span<const float> numbers) {
    Histogram& histogram = histograms[value];
    for (const float x : numbers) {
      if (x == 0.0F) continue;  // has no error, whatever the clip is
      const double place = std::abs(static_cast<double>(x)) / histogram.largest * static_cast<double>(kBins);
      histogram.counts[std::min(static_cast<std::size_t>(place), kBins - 1)] += 1.0;
    }
  });

  const std::vector<bool> is_unsigned = never_negative(network);
  for (std::size_t value = 0; value < histograms.size(); ++value) {
    statistics[value].clip = best_clip(histograms[value], is_unsigned[value] ? 255.0 : 127.0);
  }
  return statistics;
}

}  // namespace certus
