#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "certus/base/clock.h"
#include "certus/procedure/image_procedure.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

/// Work on one image that asks for draws step by step and ends: a function of the votes of its own draws.
class DrawTask {
 public:
  virtual ~DrawTask() = default;
  virtual ImageView image() const = 0;  ///< as long as draws are wanted
  virtual NoiseKey key() const = 0;
  /// The draws it needs before it can decide anything; none when it has ended.
  virtual DrawRange wanted() const = 0;
  /// Whether it needs the vote of every single draw, not only their counts.
  virtual bool wants_labels() const { return false; }
  /// The votes of all of these draws; `labels` has the vote of each, in their order, where it wants them.
  virtual void add(const Votes& votes, std::span<const int> labels) = 0;
};

/// Where tasks come from and go to. Called by one worker at a time.
struct DrawTasks {
  std::function<std::unique_ptr<DrawTask>()> next;  ///< empty: there are no more
  /// In the order in which tasks came, each when it and all before it have ended. `seconds` is the task's
  /// share of the time of the batches that it had draws in, so that all shares add up to the time of the run.
  std::function<void(DrawTask&, double seconds)> take;
};

/// Runs tasks on the engines of `f`, many at a time: every batch that an engine gets is filled with draws of
/// as many tasks as it takes, oldest first, and the next task is opened when those that are open want too
/// few. So steps of a few draws cost as little as long ones. What becomes of a task does not depend on the
/// others, on batches or on workers.
///
/// Ended tasks wait for older ones; at most 4096 are open or waiting. Reports draws to its
/// `on_draws`, and throws Interrupted when its `stop` is raised: tasks that were not taken are then lost.
void run_draw_tasks(VoteCounter& f, float sigma, const DrawTasks& tasks, const Clock& clock);

}  // namespace certus
