#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace certus {

/// The order in which an epoch goes through images: a pure function of seed and epoch.

/// Every image of [0, size) once.
std::vector<std::int64_t> shuffled_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size);

/// `size` independent draws from `images`, uniform, or with probabilities proportional to `weights`, of which
/// each image then has one, none negative and one positive at least.
std::vector<std::int64_t> drawn_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size,
                                      std::span<const std::int64_t> images,
                                      std::span<const double> weights = {});

/// A part of a batch: one optimizer step.
struct BatchSlice {
  std::int64_t first = 0;
  std::int64_t size = 0;
  friend bool operator==(const BatchSlice&, const BatchSlice&) = default;
};

/// How a batch of `images` becomes steps. Cut: `copies` contiguous slices of floor(images / copies), what is
/// left over is dropped, and a batch smaller than `copies` gives no step. Otherwise all of it is one step.
std::vector<BatchSlice> slices_of(std::int64_t images, std::int64_t copies, bool cut);

/// Optimizer steps of an epoch over `images`.
std::int64_t steps_of_epoch(std::int64_t images, std::int64_t batch, std::int64_t copies, bool cut);

}  // namespace certus
