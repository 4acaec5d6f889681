#pragma once

#include <cstdint>

#include "certus/data/byte_image.h"
#include "certus/data/image.h"
#include "certus/noise/noise_key.h"

namespace certus {

/// Random views of training images. A view is a pure function of the seed, the position of the image in the
/// data set and the epoch: the views are the same for any order of calls and any number of workers.

/// The key of an image's views.
NoiseKey augment_key(std::uint64_t seed, std::int64_t image);

/// Training view of small images: `padding` black pixels on every side, a window of the original size at one
/// of the (2 padding + 1)^2 equally likely offsets, flipped left to right with probability 1/2.
Image pad_crop_flip(const Image& image, const NoiseKey& key, std::uint64_t epoch, std::int64_t padding = 4);

/// A part of a picture.
struct CropWindow {
  std::int64_t top = 0;
  std::int64_t left = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  friend bool operator==(const CropWindow&, const CropWindow&) = default;
};

/// The part of a picture that ImageNet training uses: its area is uniform in [0.08, 1] of the picture, its
/// aspect ratio log-uniform in [3/4, 4/3], its place uniform. After ten draws that do not fit, it is the
/// largest central part with an aspect ratio in that range. The same as torchvision's RandomResizedCrop.
CropWindow random_resized_window(std::int64_t height, std::int64_t width, const NoiseKey& key,
                                 std::uint64_t epoch);

/// Training view of pictures: that part, resized to size x size pixels, flipped left to right
/// with probability 1/2.
Image random_resized_crop(const ByteImage& picture, int label, const NoiseKey& key, std::uint64_t epoch,
                          std::int64_t size = 224);

}  // namespace certus
