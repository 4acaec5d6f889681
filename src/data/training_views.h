#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "certus/base/thread_pool.h"
#include "certus/data/dataset.h"
#include "certus/data/known_datasets.h"

namespace certus {

class ImageFolder;

/// How training looks at an image.
enum class Augmentation {
  kNone,               ///< as it is
  kCropFlip,           ///< pad_crop_flip: small images
  kRandomResizedCrop,  ///< random_resized_crop: folders of pictures
};

/// "none", "crop-flip" or "random-resized-crop"; and back, empty for any other text.
std::string augmentation_name(Augmentation augmentation);
std::optional<Augmentation> augmentation_of_name(const std::string& name);

/// What the field trains with: CIFAR crop-flip, MNIST none, ImageNet random-resized-crop; a folder of
/// pictures random-resized-crop where it is resized and crop-flip where all have one size.
Augmentation usual_augmentation(const OpenOptions& options);

/// Training images as a step sees them. A view is a pure function of (seed, place, epoch): neither batches
/// nor workers nor resumes matter. Thread-safe, as the data set is.
class TrainingViews {
 public:
  /// `data` has to outlive it. Fails where the images are no pictures, or not square, and the augmentation
  /// needs them to be.
  TrainingViews(const Dataset& data, Augmentation augmentation, std::uint64_t seed);

  /// The view of an image at a position in the order of an epoch: drawn twice, it is seen in two views.
  /// Epochs are less than 2^32.
  Image at_position(std::int64_t image, std::uint64_t position, std::uint64_t epoch) const;

  /// The view that an estimate looks at; it never meets those of training steps. Numbers are less than 2^32.
  Image for_estimate(std::int64_t image, std::uint64_t estimate) const;

  const Dataset& data() const { return data_; }
  Augmentation augmentation() const { return augmentation_; }

 private:
  Image view(std::int64_t image, std::uint64_t place, std::uint64_t number) const;

  const Dataset& data_;
  Augmentation augmentation_;
  std::uint64_t seed_;
  const ImageFolder* pictures_ = nullptr;
};

/// Views of `images`, the first of them at first_position in the epoch, one after the other: pixels has
/// data().shape().size() for each, channel by channel, labels one. Shared out over the workers of `pool`, if
/// any.
void fill_batch(const TrainingViews& views, std::span<const std::int64_t> images,
                std::uint64_t first_position, std::uint64_t epoch, ThreadPool* pool, std::span<float> pixels,
                std::span<std::int64_t> labels);

}  // namespace certus
