#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "certus/engine/engine.h"
#include "certus/record/votes.h"

namespace certus {

class ThreadPool;

/// Adds the vote that an engine gave for one draw.
void count_vote(Votes& votes, int label);

/// Thrown out of a count when it was asked to stop.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// A base classifier as several workers execute it, one engine each, and what its draws are told to. Counts
/// are the same for any number of workers and any batch: addition does not care who counted, and an engine's
/// vote depends on the draw alone.
class VoteCounter {
 public:
  /// @param engines  one per worker, all of the same model
  /// @param batch    draws that a worker takes at a time, at most; rounded up to whole micro-batches
  VoteCounter(std::vector<std::unique_ptr<Engine>> engines, std::int64_t batch);
  ~VoteCounter();

  const EngineInfo& info() const { return engines_.front()->info(); }
  std::int64_t workers() const { return std::ssize(engines_); }
  std::int64_t batch() const { return batch_; }  ///< whole micro-batches
  Engine& engine(std::int64_t worker) { return *engines_[static_cast<std::size_t>(worker)]; }

  /// Runs `work` on every worker and waits for all of them.
  void on_workers(const std::function<void(int worker)>& work);

  /// Votes for the draws [first, first + num) of x under noise of standard deviation sigma.
  /// Throws Interrupted when `stop` was raised; what was counted of this call is then lost.
  Votes count(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first, std::int64_t num);

  /// Called by one worker at a time with the draws made since the last call of it.
  std::function<void(std::int64_t)> on_draws;
  std::atomic<bool>* stop = nullptr;

 private:
  std::vector<std::unique_ptr<Engine>> engines_;
  std::int64_t batch_;
  std::unique_ptr<ThreadPool> pool_;
};

/// The standard deviation an engine works with: the least float that is at least sigma. More noise than
/// claimed only makes the claimed radius smaller than the true one.
float noise_scale(double sigma);

}  // namespace certus
