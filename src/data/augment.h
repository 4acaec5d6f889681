#pragma once

#include <cstdint>

#include "certus/data/byte_image.h"
#include "certus/data/image.h"
#include "certus/noise/noise_key.h"

namespace certus {

/// Random views of training images. A view is a pure function of the seed, the position of the image in the
/// data set and the epoch: any order of calls and any number of workers see the same views.

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

/// The part that ImageNet training looks at: area uniform in [0.08, 1] of the picture, aspect ratio
/// log-uniform in [3/4, 4/3], place uniform. After ten draws that do not fit: the largest central part with
/// an aspect ratio in that range. As torchvision's RandomResizedCrop.
CropWindow random_resized_window(std::int64_t height, std::int64_t width, const NoiseKey& key,
                                 std::uint64_t epoch);

/// Training view of pictures: that part at size x size pixels, flipped left to right with probability 1/2.
Image random_resized_crop(const ByteImage& picture, int label, const NoiseKey& key, std::uint64_t epoch,
                          std::int64_t size = 224);

}  // namespace certus
