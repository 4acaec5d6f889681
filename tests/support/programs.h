#pragma once

#include <memory>
#include <span>
#include <vector>

#include "certus/engine_onednn/calibration.h"
#include "certus/engine_onednn/program.h"
#include "support/block_pictures.h"

namespace certus::test {

/// The logits a program gives for images that lie one after the other, computed together.
inline std::vector<float> program_logits(const std::shared_ptr<const Program>& program,
                                         std::span<const float> images) {
  const std::size_t count = images.size_bytes() / program->values[0].bytes;
  ProgramRun run(program, static_cast<std::int64_t>(count));
  const std::size_t bytes = program->values[program->steps.back().output].bytes;
  std::vector<float> logits(count * bytes / sizeof(float));
  run.run(static_cast<std::int64_t>(count), images.data(), logits.data());
  return logits;
}

/// Scales chosen on a few noisy pictures.
inline Calibration picture_calibration(const Graph& graph, double sigma = 0.5, std::int64_t images = 16) {
  const ByteDataset data = block_pictures(graph.input_shape(), static_cast<std::size_t>(images));
  return make_calibration({.graph = graph, .identity = "made"}, data, {.sigma = sigma, .images = images});
}

}  // namespace certus::test
