#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "certus/engine/engine.h"
#include "certus/noise/noise_source.h"

namespace certus {

/// An engine that executes a network in micro-batches of one fixed size.
///
/// A library may choose its kernels, and with them the rounding of logits, by the shape of a batch and by an
/// image's place in it. So every draw has a fixed place: draw s runs in slot s mod B of a micro-batch of B
/// images, and slots without a draw are padded. Its vote is then the same for any batch size and thread
/// count, after any resume, and with any draws of other images beside it. If the engine states that its vote
/// is a function of the noisy image alone, draws fill micro-batches in the order in which they come.
class NetworkEngine : public Engine {
 public:
  const EngineInfo& info() const final { return info_; }

  /// From here on, draws noise from this source instead of gaussian_noise().
  void set_noise(std::shared_ptr<const NoiseSource> noise) { noise_ = std::move(noise); }
  const NoiseSource& noise() const { return *noise_; }

  /// The logits of images that are stored one after the other, without noise; any number of images.
  void logits(std::span<const float> images, std::span<float> out);

 protected:
  /// Computes info.micro_batch images at a time.
  explicit NetworkEngine(EngineInfo info);

 private:
  void classify_draws(std::span<const Draw> draws, float sigma, std::span<int> labels) final;
  /// Fills placed_ with the smallest number of micro-batches that hold every draw in its slot.
  void place(std::span<const Draw> draws);
  /// Logits of exactly one micro-batch.
  virtual void forward(std::span<const float> images, std::span<float> logits) = 0;

  EngineInfo info_;
  std::size_t micro_batch_;
  std::shared_ptr<const NoiseSource> noise_ = gaussian_noise();
  std::vector<float> images_;
  std::vector<float> logits_;
  std::vector<Drawn> drawn_;
  static constexpr std::size_t kPadding = static_cast<std::size_t>(-1);
  std::vector<std::size_t> placed_;  ///< which draw a slot has, micro-batch after micro-batch, or kPadding
  std::vector<std::size_t> slot_depth_;  ///< draws placed in each slot so far
};

/// The class of the largest logit, or the first of them if several are equal; Engine::kNoVote if a logit
/// is not finite.
int vote_of(std::span<const float> logits);

/// The size of micro-batch with which `samples` draws, at least 1, need as few batches as with the preferred
/// size, and which wastes the least: where 32 is preferred, 16 draws run in one batch of 16, and 100 draws in
/// four of 25.
int micro_batch_for(std::int64_t samples, int preferred);

}  // namespace certus
