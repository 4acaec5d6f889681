#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace certus {

/// Logits (rows x classes) of images (rows x channels x height x width), as a function that libtorch can
/// differentiate.
using Classifier = std::function<at::Tensor(const at::Tensor& images)>;

/// The network in training, as a step sees it.
struct TrainingNetwork {
  /// Batch norm uses the statistics of the rows given and updates the running ones; differentiable in the
  /// parameters.
  Classifier train;
  /// What attacks see: batch norm uses running statistics and updates nothing, parameters are constants;
  /// differentiable in the images only. Rows are independent of each other.
  Classifier frozen;
};

/// How the noise copies of images are stacked.
enum class CopyLayout {
  kNoiseMajor,  ///< all images with their first noise, then all with their second: row j * B + b
  kImageMajor,  ///< all copies of the first image, then of the second: row b * m + j
};

/// Random choices of a step beyond its noise, each a pure function of the image's place in the epoch, the
/// epoch and `element`, so that batches and resumes do not matter.
struct StepRandom {
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;
  std::vector<std::int64_t> positions;  ///< by image of the slice: its place in the order of the epoch

  /// In [0, 1), for image b of the slice; element < 2^30.
  double uniform(std::int64_t b, std::uint64_t element) const;
  /// Independent standard normals for image b. They do not share random words with the uniforms.
  void normals(std::int64_t b, std::span<float> out) const;
};

/// What one optimizer step works on: B images with m noise copies each.
struct Slice {
  at::Tensor images;        ///< B x C x H x W, pixels in [0, 1]
  at::Tensor labels;        ///< B, int64
  at::Tensor soft_labels;   ///< B x K vote frequencies; undefined unless the method needs them
  at::Tensor noise;         ///< mB x C x H x W in the method's layout, already scaled by sigma
  std::int64_t copies = 1;  ///< m
  double sigma = 0.0;
  std::int64_t epoch = 0;  ///< from 0
  StepRandom random;
};

/// What a method makes of a slice.
struct StepOutcome {
  at::Tensor loss;           ///< scalar; the optimizer descends it
  at::Tensor reported_loss;  ///< scalar without gradient: the part of it that the field logs for this method
  at::Tensor correct;        ///< scalar in [0, 1]: share of noisy rows classified correctly, without gradient
};

/// A way to train base classifiers for smoothing. The loop owns epochs, batches, optimizer and checkpoints;
/// a method owns its loss. It keeps no state between steps: all it needs is in its settings and the slice.
class Method {
 public:
  virtual ~Method() = default;
  virtual CopyLayout layout() const { return CopyLayout::kNoiseMajor; }
  /// Whether a loader batch is cut into m slices, each of them one step (so that a step always has about as
  /// many rows as a loader batch); otherwise the whole batch is one step with all its copies.
  virtual bool cuts_batches() const { return true; }
  virtual bool needs_soft_labels() const { return false; }
  virtual StepOutcome step(const TrainingNetwork& f, const Slice& slice) const = 0;
};

}  // namespace certus
