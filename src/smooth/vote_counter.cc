#include "certus/smooth/vote_counter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/thread_pool.h"
#include "certus/smooth/draw_scheduler.h"

namespace certus {

void count_vote(Votes& votes, int label) {
  if (label == Engine::kNoVote) {
    ++votes.non_finite;
  } else if (label == Engine::kDoubtful) {
    ++votes.doubtful;
  } else {
    ++votes.counts.at(static_cast<std::size_t>(label));
  }
}

VoteCounter::VoteCounter(std::vector<std::unique_ptr<Engine>> engines, std::int64_t batch)
    : engines_(std::move(engines)),
      batch_(batch),
      pool_(std::make_unique<ThreadPool>(static_cast<int>(engines_.size()))) {
  CERTUS_CHECK(batch >= 1);
  const std::int64_t whole = info().micro_batch;
  batch_ = (batch_ + whole - 1) / whole * whole;
}

VoteCounter::~VoteCounter() = default;

void VoteCounter::on_workers(const std::function<void(int worker)>& work) {
  pool_->run(work);
}

namespace {

/// Draws of one image, and no decision.
class CountedDraws : public DrawTask {
 public:
  CountedDraws(ImageView x, const NoiseKey& key, DrawRange range, Votes& votes)
      : x_(x), key_(key), range_(range), votes_(votes) {}
  ImageView image() const override { return x_; }
  NoiseKey key() const override { return key_; }
  DrawRange wanted() const override { return range_; }
  void add(const Votes& votes, std::span<const int>) override {
    votes_ = votes;
    range_.count = 0;
  }

 private:
  ImageView x_;
  NoiseKey key_;
  DrawRange range_;
  Votes& votes_;
};

}  // namespace

Votes VoteCounter::count(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first,
                         std::int64_t num) {
  CERTUS_CHECK(num >= 0);
  Votes votes{.counts = std::vector<std::int64_t>(static_cast<std::size_t>(info().num_classes))};
  auto task = std::make_unique<CountedDraws>(x, key, DrawRange{.first = first, .count = num}, votes);
  run_draw_tasks(*this, sigma,
                 {.next = [&]() -> std::unique_ptr<DrawTask> { return std::move(task); },
                  .take = [](DrawTask&, double) {}},
                 SteadyClock());
  return votes;
}

float noise_scale(double sigma) {
  const auto near = static_cast<float>(sigma);
  return static_cast<double>(near) < sigma ? std::nextafter(near, std::numeric_limits<float>::infinity())
                                           : near;
}

}  // namespace certus
