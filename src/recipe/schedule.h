#pragma once

#include <cstdint>
#include <vector>

#include "certus/base/config.h"

namespace certus {

/// The learning rate over a run: a pure function of epoch and step, so that a resumed run cannot apply a drop
/// twice.
struct Schedule {
  enum class Kind {
    kSteps,     ///< constant within an epoch, multiplied by `factor` from each milestone on
    kOneCycle,  ///< rises linearly to `lr` over the first `warmup` of all steps, then falls linearly to 0
  };
  Kind kind = Kind::kSteps;
  double lr = 0.1;
  std::vector<std::int64_t> milestones;  ///< epochs, from 0
  double factor = 0.1;
  double warmup = 0.2;

  /// @param epoch        from 0
  /// @param step         optimizer steps done before this one, over the whole run
  /// @param total_steps  of the whole run
  double rate(std::int64_t epoch, std::int64_t step, std::int64_t total_steps) const;
};

/// From [optimizer]. Fails when milestones are not increasing.
Schedule schedule_of(const Config& config);

}  // namespace certus
