#pragma once

#include <memory>
#include <span>
#include <vector>

#include "certus/data/byte_dataset.h"
#include "certus/engine_onednn/calibration.h"
#include "certus/engine_onednn/onednn_runtime.h"
#include "certus/engine_onednn/program.h"
#include "certus/noise/keyed_bits.h"

namespace certus::test {

/// The logits a program gives for images that lie one after the other, computed together.
inline std::vector<float> program_logits(const std::shared_ptr<const Program>& program,
                                         std::span<const float> images) {
  use_one_onednn_thread();
  const std::size_t count = images.size_bytes() / program->values[0].bytes;
  ProgramRun run(program, static_cast<std::int64_t>(count));
  const std::size_t bytes = program->values[program->steps.back().output].bytes;
  std::vector<float> logits(count * bytes / sizeof(float));
  run.run(static_cast<std::int64_t>(count), images.data(), logits.data());
  return logits;
}

/// Images of random bytes, the same ones for the same seed.
inline ByteDataset random_pixels(const Shape& shape, std::size_t count, std::uint64_t seed) {
  ByteImages images{.shape = {shape[0], shape[1], shape[2]}, .num_classes = 2};
  images.labels.resize(count);
  images.pixels.resize(count * images.shape.size());
  for (std::size_t i = 0; i < images.pixels.size(); ++i) {
    images.pixels[i] = static_cast<std::uint8_t>(256.0 * keyed_unit({.seed = seed}, 0, i));
  }
  return {std::move(images), "random pixels"};
}

/// Scales chosen on a few noisy images of random pixels.
inline Calibration random_calibration(const Graph& graph, double sigma = 0.5, std::int64_t images = 16) {
  const ByteDataset data = random_pixels(graph.input_shape(), static_cast<std::size_t>(images), 11);
  return make_calibration({.graph = graph, .identity = "made"}, data, {.sigma = sigma, .images = images});
}

}  // namespace certus::test
