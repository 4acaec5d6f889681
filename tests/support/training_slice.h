#pragma once

#include "certus/train/method.h"
#include "support/small_networks.h"

namespace certus::test {

/// A slice whose images have random choices of their own.
inline Slice slice_of(const at::Tensor& images, const at::Tensor& labels, const at::Tensor& noise) {
  Slice slice{.images = images, .labels = labels, .noise = noise, .copies = noise.size(0) / images.size(0)};
  for (std::int64_t b = 0; b < images.size(0); ++b) slice.random.positions.push_back(b);
  return slice;
}

/// 3 x 8 x 8 images of SmallNetwork's four classes under noise of sigma 0.5.
inline Slice random_slice(std::int64_t images, std::int64_t copies, std::uint64_t seed) {
  const at::Tensor labels = at::arange(images, at::kLong).remainder(4);
  Slice slice = slice_of(pixel_tensor({images, 3, 8, 8}, seed), labels,
                         0.5 * normal_tensor({images * copies, 3, 8, 8}, seed + 1));
  slice.sigma = 0.5;
  slice.soft_labels = normal_tensor({images, 4}, seed + 2).softmax(1);
  return slice;
}

inline at::Tensor labels_of(const std::vector<std::int64_t>& labels) {
  return at::tensor(labels);
}

/// A network that hands out given logits, call by call, and keeps the images it was given.
struct ScriptedNetwork {
  std::vector<at::Tensor> logits;  ///< of train, in the order of its calls
  std::vector<at::Tensor> images;  ///< that train got
  std::int64_t frozen_calls = 0;

  TrainingNetwork network() {
    return {.train =
                [this](const at::Tensor& x) {
                  images.push_back(x);
                  return logits.at(images.size() - 1);
                },
            .frozen =
                [this](const at::Tensor& x) {
                  ++frozen_calls;
                  return at::zeros({x.size(0), logits.at(0).size(1)});
                }};
  }
};

}  // namespace certus::test
