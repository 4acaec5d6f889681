#pragma once

#include <cstdint>
#include <future>
#include <span>
#include <vector>

#include "certus/base/thread_pool.h"
#include "certus/data/training_views.h"

namespace certus {

/// Consecutive images of an epoch's order, as training sees them.
struct Batch {
  std::vector<float> pixels;  ///< one image after the other
  std::vector<std::int64_t> labels;
  std::int64_t first_position = 0;  ///< place of the first one in the order
  std::int64_t size() const { return static_cast<std::int64_t>(labels.size()); }
};

/// The batches of one epoch in order. While one batch is used, the next one is being made.
class BatchLoader {
 public:
  /// @param order        positions in the data set; must outlive the loader
  /// @param first_batch  where to begin: a resumed epoch skips the batches it has done
  BatchLoader(const TrainingViews& views, std::span<const std::int64_t> order, std::int64_t batch_size,
              std::uint64_t epoch, std::int64_t first_batch, int workers);
  ~BatchLoader();

  std::int64_t num_batches() const;
  /// The next batch; the last one of an epoch may be smaller. Call it only while there is one.
  Batch next();

 private:
  Batch make(std::int64_t batch);
  void prefetch();

  const TrainingViews& views_;
  std::span<const std::int64_t> order_;
  std::int64_t batch_size_;
  std::uint64_t epoch_;
  std::int64_t next_;
  ThreadPool pool_;
  std::future<Batch> pending_;
};

}  // namespace certus
