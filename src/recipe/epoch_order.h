#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace certus {

/// The order in which an epoch goes through images: a pure function of seed and epoch.

/// Every image of [0, size) once.
std::vector<std::int64_t> shuffled_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size);

/// `size` independent draws from `images`: uniform, or with probabilities proportional to `weights`. If there
/// are weights, each image has one; none is negative and at least one is positive.
std::vector<std::int64_t> drawn_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size,
                                      std::span<const std::int64_t> images,
                                      std::span<const double> weights = {});

/// A part of a batch: one optimizer step.
struct BatchSlice {
  std::int64_t first = 0;
  std::int64_t size = 0;
  friend bool operator==(const BatchSlice&, const BatchSlice&) = default;
};

/// How a batch of `images` becomes steps. If it is cut, it becomes `copies` contiguous slices, each of
/// floor(images / copies) images; the images left over are dropped, and a batch smaller than `copies` gives
/// no step. Otherwise the whole batch is one step.
std::vector<BatchSlice> slices_of(std::int64_t images, std::int64_t copies, bool cut);

/// Optimizer steps of an epoch over `images`.
std::int64_t steps_of_epoch(std::int64_t images, std::int64_t batch, std::int64_t copies, bool cut);

}  // namespace certus
