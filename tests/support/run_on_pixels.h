#pragma once

#include <vector>

#include "certus/smooth/procedure_task.h"
#include "support/linear_engine.h"

namespace certus::test {

/// The row that a procedure makes of one image, whose label is 1.
inline CertificationRecord run_on_pixels(const Procedure& procedure, VoteCounter& f,
                                         const std::vector<float>& pixels, std::int64_t index = 0,
                                         std::uint64_t seed = 0) {
  return run_on_image(procedure, f, {.shape = f.info().shape, .pixels = pixels, .label = 1}, index, seed);
}

}  // namespace certus::test
