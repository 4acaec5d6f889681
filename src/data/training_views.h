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

/// How training images are augmented.
enum class Augmentation {
  kNone,               ///< unchanged
  kCropFlip,           ///< pad_crop_flip: small images
  kRandomResizedCrop,  ///< random_resized_crop: folders of pictures
};

/// "none", "crop-flip" or "random-resized-crop".
std::string augmentation_name(Augmentation augmentation);

/// The usual choice in the literature: crop-flip for CIFAR, none for MNIST, random-resized-crop for
/// ImageNet. For a folder of pictures: random-resized-crop if it is resized, crop-flip if all pictures have
/// the same size.
Augmentation usual_augmentation(const OpenOptions& options);

/// Training images as a step sees them. A view is a pure function of (seed, place, epoch): it does not depend
/// on batches, on workers or on whether the run was resumed. Thread-safe, as the data set is.
class TrainingViews {
 public:
  /// `data` must outlive this object. Fails when the augmentation needs pictures, or square images, and the
  /// data set does not have them.
  TrainingViews(const Dataset& data, Augmentation augmentation, std::uint64_t seed);

  /// The view of an image at a position in the order of an epoch: an image that is drawn twice is seen in two
  /// views. Epochs are less than 2^32.
  Image at_position(std::int64_t image, std::uint64_t position, std::uint64_t epoch) const;

  /// The view that an estimate uses; it never uses the random numbers of a training step. Numbers are
  /// less than 2^32.
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

/// Writes views of `images` one after the other; the first of them is at first_position in the epoch. For
/// each image, pixels has data().shape().size() numbers, channel by channel, and labels has one. The work is
/// divided among the workers of `pool`, if there is one.
void fill_batch(const TrainingViews& views, std::span<const std::int64_t> images,
                std::uint64_t first_position, std::uint64_t epoch, ThreadPool* pool, std::span<float> pixels,
                std::span<std::int64_t> labels);

}  // namespace certus
