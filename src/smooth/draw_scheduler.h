#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "certus/base/clock.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

/// The draws first, first + 1, ... of an image.
struct DrawRange {
  std::uint64_t first = 0;
  std::int64_t count = 0;
};

/// Work on one image that asks for draws step by step and ends: a function of the votes of its own draws.
class DrawTask {
 public:
  virtual ~DrawTask() = default;
  virtual ImageView image() const = 0;  ///< as long as draws are wanted
  virtual NoiseKey key() const = 0;
  /// The draws it needs before it can decide anything; none when it has ended.
  virtual DrawRange wanted() const = 0;
  /// The votes of all of these draws.
  virtual void add(const Votes& votes) = 0;
};

/// Where tasks come from and go to. Called by one worker at a time.
struct DrawTasks {
  std::function<std::unique_ptr<DrawTask>()> next;  ///< empty: there are no more
  /// In the order in which tasks came, each when it and all before it have ended. `seconds` is the task's
  /// share of the time of the batches that it had draws in, so that all shares add up to the time of the run.
  std::function<void(DrawTask&, double seconds)> take;
};

/// Runs tasks on the engines of `f`, many at a time: every batch that an engine gets is filled with draws of
/// as many tasks as it takes, oldest first, and the next task is begun when those that are open want too few.
/// So steps of a few draws cost as little as long ones. What becomes of a task does not depend on the others,
/// on batches or on workers.
///
/// Ended tasks wait for older ones; at most 4096 are open or waiting. Reports draws to f.on_draws, and throws
/// Interrupted when f.stop is raised: tasks that were not taken are then lost.
void run_draw_tasks(VoteCounter& f, float sigma, const DrawTasks& tasks, const Clock& clock);

}  // namespace certus
