#include "certus/recipe/batch_loader.h"

#include <algorithm>

namespace certus {

BatchLoader::BatchLoader(const TrainingViews& views, std::span<const std::int64_t> order,
                         std::int64_t batch_size, std::uint64_t epoch, std::int64_t first_batch, int workers)
    : views_(views),
      order_(order),
      batch_size_(batch_size),
      epoch_(epoch),
      next_(first_batch),
      pool_(workers) {
  prefetch();
}

BatchLoader::~BatchLoader() {
  if (pending_.valid()) pending_.wait();
}

std::int64_t BatchLoader::num_batches() const {
  return (static_cast<std::int64_t>(order_.size()) + batch_size_ - 1) / batch_size_;
}

Batch BatchLoader::next() {
  Batch batch = pending_.get();
  ++next_;
  prefetch();
  return batch;
}

void BatchLoader::prefetch() {
  if (next_ >= num_batches()) return;
  pending_ = std::async(std::launch::async, [this, batch = next_] { return make(batch); });
}

Batch BatchLoader::make(std::int64_t batch) {
  const auto first = static_cast<std::size_t>(batch * batch_size_);
  const std::size_t size = std::min(static_cast<std::size_t>(batch_size_), order_.size() - first);
  Batch out{.pixels = std::vector<float>(size * views_.data().shape().size()),
            .labels = std::vector<std::int64_t>(size),
            .first_position = static_cast<std::int64_t>(first)};
  fill_batch(views_, order_.subspan(first, size), first, epoch_, &pool_, out.pixels, out.labels);
  return out;
}

}  // namespace certus
