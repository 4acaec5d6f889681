#include "certus/data/training_views.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "certus/base/error.h"
#include "certus/data/augment.h"
#include "certus/data/image_folder.h"

namespace certus {
namespace {

constexpr std::array<const char*, 3> kNames = {"none", "crop-flip", "random-resized-crop"};

/// Views with smaller numbers belong to training steps and are numbered by epoch.
constexpr std::uint64_t kFirstEstimateView = std::uint64_t{1} << 32;

}  // namespace

std::string augmentation_name(Augmentation augmentation) {
  return kNames[static_cast<std::size_t>(augmentation)];
}

Augmentation usual_augmentation(const OpenOptions& options) {
  const KnownDataset* const known = find_known_dataset(options.data);
  if (known == nullptr) return options.resize ? Augmentation::kRandomResizedCrop : Augmentation::kCropFlip;
  switch (known->layout) {
    case DatasetLayout::kMnist:
      return Augmentation::kNone;
    case DatasetLayout::kImageNet:
      return Augmentation::kRandomResizedCrop;
    default:
      return Augmentation::kCropFlip;
  }
}

TrainingViews::TrainingViews(const Dataset& data, Augmentation augmentation, std::uint64_t seed)
    : data_(data), augmentation_(augmentation), seed_(seed) {
  if (augmentation != Augmentation::kRandomResizedCrop) return;
  pictures_ = dynamic_cast<const ImageFolder*>(&data);
  if (pictures_ == nullptr) {
    fail(ErrorKind::kConfig, "augmentation random-resized-crop is for folders of pictures, but the data is ",
         data.identity(), "; use crop-flip or none");
  }
  if (data.shape().height != data.shape().width) {
    fail(ErrorKind::kConfig, Remedy{"resize"},
         "augmentation random-resized-crop makes square views, but the images have ", data.shape().width, 'x',
         data.shape().height, " pixels; use square images, crop-flip or none");
  }
}

Image TrainingViews::at_position(std::int64_t image, std::uint64_t position, std::uint64_t epoch) const {
  CERTUS_CHECK(epoch < kFirstEstimateView);
  return view(image, position, epoch);
}

Image TrainingViews::for_estimate(std::int64_t image, std::uint64_t estimate) const {
  CERTUS_CHECK(estimate < kFirstEstimateView);
  return view(image, static_cast<std::uint64_t>(image), kFirstEstimateView + estimate);
}

Image TrainingViews::view(std::int64_t image, std::uint64_t place, std::uint64_t number) const {
  const NoiseKey key = augment_key(seed_, static_cast<std::int64_t>(place));
  switch (augmentation_) {
    case Augmentation::kCropFlip:
      return pad_crop_flip(data_.get(image), key, number);
    case Augmentation::kRandomResizedCrop:
      return random_resized_crop(pictures_->picture(image), data_.label(image), key, number,
                                 data_.shape().height);
    default:
      return data_.get(image);
  }
}

void fill_batch(const TrainingViews& views, std::span<const std::int64_t> images,
                std::uint64_t first_position, std::uint64_t epoch, ThreadPool* pool, std::span<float> pixels,
                std::span<std::int64_t> labels) {
  const std::size_t length = views.data().shape().size();
  CERTUS_CHECK(pixels.size() == images.size() * length && labels.size() == images.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int) {
    for (std::size_t b = next++; b < images.size(); b = next++) {
      const Image view = views.at_position(images[b], first_position + b, epoch);
      std::copy(view.pixels.begin(), view.pixels.end(),
                pixels.begin() + static_cast<std::ptrdiff_t>(b * length));
      labels[b] = view.label;
    }
  };
  if (pool != nullptr) {
    pool->run(work);
  } else {
    work(0);
  }
}

}  // namespace certus
