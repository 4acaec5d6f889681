#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "certus/base/thread_pool.h"
#include "certus/engine/engine.h"

namespace certus {

/// Votes of the base classifier under noise. The smoothed classifier g is the class with the largest
/// probability of a vote; draws that vote for nothing are draws of no class: they lower every share and never
/// win.
struct Votes {
  std::vector<std::int64_t> counts;  ///< by class
  std::int64_t non_finite = 0;       ///< draws with a non-finite logit: for no class
  std::int64_t doubtful = 0;  ///< draws that may have been for any class: they count against every claim
  friend bool operator==(const Votes&, const Votes&) = default;
};

/// Adds the vote that an engine gave for one draw.
void count_vote(Votes& votes, int label);

/// The class with most votes, the first of equals.
int top_class(const Votes& votes);

/// Most votes of any class but `top`.
std::int64_t runner_up(const Votes& votes, int top);

/// Thrown out of a count when it was asked to stop.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Counts votes over workers, one engine each. The counts are the same for any number of workers and any
/// batch: addition does not care who counted, and an engine's vote depends on the draw alone.
class VoteCounter {
 public:
  /// @param engines  one a worker, all of the same model
  /// @param batch    draws that a worker takes at a time, at most; rounded up to whole micro-batches
  VoteCounter(std::vector<std::unique_ptr<Engine>> engines, std::int64_t batch);

  const EngineInfo& info() const { return engines_.front()->info(); }
  std::int64_t workers() const { return std::ssize(engines_); }
  std::int64_t batch() const { return batch_; }  ///< whole micro-batches

  /// Runs `work` on every worker, with its engine, and waits for all of them.
  void on_engines(const std::function<void(Engine&)>& work);

  /// Votes for the draws [first, first + num) of x under noise of standard deviation sigma.
  /// Throws Interrupted when `stop` was raised; what was counted of this call is then lost.
  Votes count(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first, std::int64_t num);

  /// Called by one worker now and then with the draws made since the last call of it.
  std::function<void(std::int64_t)> on_draws;
  /// Called with the votes of the draws first, first + 1, ...: by every worker, also at the same time, for
  /// every draw of a call once.
  std::function<void(std::uint64_t first, std::span<const int> votes)> on_votes;
  std::atomic<bool>* stop = nullptr;

 private:
  std::vector<std::unique_ptr<Engine>> engines_;
  std::int64_t batch_;
  ThreadPool pool_;
};

/// The standard deviation an engine works with: the least float that is at least sigma. More noise than
/// claimed only makes the claimed radius smaller than the true one.
float noise_scale(double sigma);

}  // namespace certus
