#include "certus/smooth/vote_counter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "certus/base/error.h"

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

int top_class(const Votes& votes) {
  return static_cast<int>(std::max_element(votes.counts.begin(), votes.counts.end()) - votes.counts.begin());
}

std::int64_t runner_up(const Votes& votes, int top) {
  std::int64_t most = 0;
  for (int c = 0; c < static_cast<int>(votes.counts.size()); ++c) {
    if (c != top) most = std::max(most, votes.counts[static_cast<std::size_t>(c)]);
  }
  return most;
}

VoteCounter::VoteCounter(std::vector<std::unique_ptr<Engine>> engines, std::int64_t batch)
    : engines_(std::move(engines)), batch_(batch), pool_(static_cast<int>(engines_.size())) {
  CERTUS_CHECK(batch >= 1);
  const std::int64_t whole = info().micro_batch;
  batch_ = (batch_ + whole - 1) / whole * whole;
}

void VoteCounter::on_engines(const std::function<void(Engine&)>& work) {
  pool_.run([&](int worker) { work(*engines_[static_cast<std::size_t>(worker)]); });
}

Votes VoteCounter::count(ImageView x, float sigma, const NoiseKey& key, std::uint64_t first,
                         std::int64_t num) {
  CERTUS_CHECK(num >= 0);
  const auto classes = static_cast<std::size_t>(info().num_classes);
  // Small counts are shared out, too; whole micro-batches, so that none is computed twice.
  const std::int64_t share = (num + std::ssize(engines_) - 1) / std::ssize(engines_);
  const std::int64_t whole = info().micro_batch;
  const auto batch =
      static_cast<std::uint64_t>((std::clamp<std::int64_t>(share, 1, batch_) + whole - 1) / whole * whole);
  const std::uint64_t end = first + static_cast<std::uint64_t>(num);
  // Batches begin at multiples of their size, and so do micro-batches.
  std::atomic<std::uint64_t> next_batch = first / batch;
  std::atomic<std::int64_t> drawn = 0;
  std::atomic<bool> failed = false;
  std::vector<Votes> parts(engines_.size(), Votes{.counts = std::vector<std::int64_t>(classes)});
  pool_.run([&](int worker) {
    Votes& votes = parts[static_cast<std::size_t>(worker)];
    std::vector<int> labels;
    try {
      for (;;) {
        const std::uint64_t index = next_batch.fetch_add(1);
        const std::uint64_t from = std::max(first, index * batch);
        const std::uint64_t to = std::min(end, (index + 1) * batch);
        if (from >= to || failed) return;
        if (stop != nullptr && *stop) throw Interrupted();
        labels.resize(static_cast<std::size_t>(to - from));
        engines_[static_cast<std::size_t>(worker)]->classify(x, sigma, key, from, labels);
        for (const int label : labels) count_vote(votes, label);
        if (on_votes) on_votes(from, labels);
        drawn += static_cast<std::int64_t>(labels.size());
        if (worker == 0 && on_draws) on_draws(drawn.exchange(0));
      }
    } catch (...) {
      failed = true;  // the others need not go on
      throw;
    }
  });
  if (on_draws && drawn > 0) on_draws(drawn);
  Votes sum = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    sum.non_finite += parts[i].non_finite;
    sum.doubtful += parts[i].doubtful;
    for (std::size_t c = 0; c < classes; ++c) sum.counts[c] += parts[i].counts[c];
  }
  return sum;
}

float noise_scale(double sigma) {
  const auto near = static_cast<float>(sigma);
  return static_cast<double>(near) < sigma ? std::nextafter(near, std::numeric_limits<float>::infinity())
                                           : near;
}

}  // namespace certus
