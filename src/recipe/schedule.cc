#include "certus/recipe/schedule.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/recipe/train_settings.h"

namespace certus {

double Schedule::rate(std::int64_t epoch, std::int64_t step, std::int64_t total_steps) const {
  if (kind == Kind::kSteps) {
    double rate = lr;
    for (const std::int64_t milestone : milestones) {
      if (epoch >= milestone) rate *= factor;
    }
    return rate;
  }
  // The middle of the step, so that neither the first nor the last one has a rate of 0.
  const double at = (static_cast<double>(step) + 0.5) / static_cast<double>(total_steps);
  return at < warmup ? lr * at / warmup : lr * (1.0 - at) / (1.0 - warmup);
}

Schedule schedule_of(const Config& config) {
  Schedule schedule = config.read<OptimizerSettings>().schedule;
  if (!std::ranges::is_sorted(schedule.milestones, std::less_equal{})) {
    fail(ErrorKind::kConfig, "optimizer.milestones: expected increasing epochs, e.g. [50, 100]");
  }
  return schedule;
}

}  // namespace certus
