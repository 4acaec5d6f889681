#include "certus/smooth/draw_scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr std::size_t kWindow = 4096;

struct OpenTask {
  std::unique_ptr<DrawTask> task;
  ImageView image;
  NoiseKey key;
  DrawRange left;              ///< of the draws wanted, those that no batch has
  std::int64_t under_way = 0;  ///< those that are in batches now
  Votes votes;                 ///< of those that came back
  DrawRange asked;             ///< all of them
  std::vector<int> labels;     ///< votes by draw, where they were asked for
  double seconds = 0.0;
  bool ended = false;
};

/// What a worker gives to its engine.
struct Batch {
  struct Part {
    OpenTask* of;
    std::size_t draws;
    std::uint64_t first;  ///< of these draws
  };
  std::vector<Draw> draws;
  std::vector<Part> parts;  ///< whose draws these are, one task after the other
  std::vector<int> labels;
  double begin = 0.0;
};

class Schedule {
 public:
  Schedule(VoteCounter& f, float sigma, const DrawTasks& tasks, const Clock& clock)
      : f_(f), sigma_(sigma), tasks_(tasks), clock_(clock) {}

  /// A worker's part of the run: one critical section per batch.
  void work(std::int64_t worker) {
    Batch batch;
    std::unique_lock lock(mutex_);
    try {
      while (fill(batch, lock)) {
        lock.unlock();
        f_.engine(worker).classify(batch.draws, sigma_, batch.labels);
        lock.lock();
        if (failed_) return;  // nothing is taken any more: it may be a task's taking that failed
        give_back(batch);
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      failed_ = true;  // the others need not go on
      changed_.notify_all();
      throw;
    }
  }

 private:
  /// False when there is nothing left to do.
  bool fill(Batch& batch, std::unique_lock<std::mutex>& lock) {
    for (;;) {
      if (failed_) return false;
      if (f_.stop != nullptr && *f_.stop) throw Interrupted();
      while (ready_ < f_.batch() && can_open()) open_next();
      if (ready_ > 0) break;
      if (open_.empty() && !can_open()) return false;
      changed_.wait(lock);
    }
    std::int64_t room = f_.batch();
    if (!can_open()) {  // the last draws are shared out, in whole micro-batches
      const std::int64_t whole = f_.info().micro_batch;
      const std::int64_t share = (ready_ + f_.workers() - 1) / f_.workers();
      room = std::min(room, (share + whole - 1) / whole * whole);
    }
    batch.draws.clear();
    batch.parts.clear();
    for (auto task = open_.begin(); room > 0 && task != open_.end(); ++task) {
      OpenTask& open = **task;
      const std::int64_t count = std::min(room, open.left.count);
      if (count == 0) continue;
      batch.parts.push_back({&open, static_cast<std::size_t>(count), open.left.first});
      for (std::int64_t i = 0; i < count; ++i) {
        batch.draws.push_back({.x = open.image, .key = open.key, .sample = open.left.first++});
      }
      open.left.count -= count;
      open.under_way += count;
      ready_ -= count;
      room -= count;
    }
    batch.labels.resize(batch.draws.size());
    batch.begin = clock_.seconds();
    return true;
  }

  bool can_open() const { return !exhausted_ && window_.size() < kWindow; }

  void open_next() {
    auto task = tasks_.next();
    if (!task) {
      exhausted_ = true;
      return;
    }
    OpenTask& open = window_.emplace_back();
    open.task = std::move(task);
    ask(open);
    if (open.ended) {
      hand_over();
      return;
    }
    open.image = open.task->image();
    open.key = open.task->key();
    open_.push_back(&open);
  }

  /// Takes up what the task wants next.
  void ask(OpenTask& open) {
    open.asked = open.left = open.task->wanted();
    open.ended = open.left.count == 0;
    if (open.ended) return;
    open.votes = {.counts = std::vector<std::int64_t>(static_cast<std::size_t>(f_.info().num_classes))};
    open.labels.resize(open.task->wants_labels() ? static_cast<std::size_t>(open.asked.count) : 0);
    ready_ += open.asked.count;
  }

  void give_back(const Batch& batch) {
    const double share = (clock_.seconds() - batch.begin) / static_cast<double>(batch.draws.size()) /
                         static_cast<double>(f_.workers());
    auto label = batch.labels.begin();
    for (const auto& [open, draws, first] : batch.parts) {
      if (!open->labels.empty())
        std::copy_n(label, draws,
                    open->labels.begin() + static_cast<std::ptrdiff_t>(first - open->asked.first));
      for (std::size_t i = 0; i < draws; ++i) count_vote(open->votes, *label++);
      open->under_way -= static_cast<std::int64_t>(draws);
      open->seconds += share * static_cast<double>(draws);
      if (open->under_way == 0 && open->left.count == 0) decide(*open);
    }
    hand_over();
    if (f_.on_draws) f_.on_draws(std::ssize(batch.draws));
    changed_.notify_all();
  }

  void decide(OpenTask& open) {
    open.task->add(open.votes, open.labels);
    ask(open);
    if (open.ended) open_.erase(std::find(open_.begin(), open_.end(), &open));
  }

  void hand_over() {
    while (!window_.empty() && window_.front().ended) {
      tasks_.take(*window_.front().task, window_.front().seconds);
      window_.pop_front();
    }
  }

  VoteCounter& f_;
  float sigma_;
  const DrawTasks& tasks_;
  const Clock& clock_;

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable changed_;
  std::deque<OpenTask> window_;  ///< in the order of their coming; a deque, so that they stay where they are
  std::vector<OpenTask*> open_;  ///< those of them that have not ended
  std::int64_t ready_ = 0;       ///< draws that no batch has yet
  bool exhausted_ = false;       ///< no task is left to open
  bool failed_ = false;
};

}  // namespace

void run_draw_tasks(VoteCounter& f, float sigma, const DrawTasks& tasks, const Clock& clock) {
  Schedule schedule(f, sigma, tasks, clock);
  f.on_workers([&](int worker) { schedule.work(worker); });
}

}  // namespace certus
