#pragma once

#include <string>
#include <vector>

#include "certus/data/byte_dataset.h"
#include "certus/model/tensor.h"
#include "certus/noise/gaussian.h"
#include "certus/noise/keyed_bits.h"

namespace certus::test {

/// Pictures of 4x4 blocks with random colours, each with a seed of its own: unlike white noise they still
/// look different to a network when there is noise on them.
inline ByteDataset block_pictures(const Shape& shape, std::size_t count) {
  ByteImages images{.shape = {shape[0], shape[1], shape[2]}, .num_classes = 2};
  images.labels.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::int64_t c = 0; c < shape[0]; ++c) {
      for (std::int64_t row = 0; row < shape[1]; ++row) {
        for (std::int64_t column = 0; column < shape[2]; ++column) {
          const std::int64_t block = (c * 4 + row * 4 / shape[1]) * 4 + column * 4 / shape[2];
          images.pixels.push_back(static_cast<std::uint8_t>(
              256.0 * keyed_unit({.seed = i}, 0, static_cast<std::uint64_t>(block))));
        }
      }
    }
  }
  return {std::move(images), "block pictures"};
}

/// Pictures one after the other with noise on them, `per_picture` draws of each.
inline std::vector<float> noisy_pictures(const Shape& shape, std::size_t count, float sigma,
                                         std::size_t per_picture = 1) {
  const ByteDataset pictures = block_pictures(shape, count);
  const std::size_t pixels = pictures.shape().size();
  std::vector<float> images(count * per_picture * pixels);
  for (std::size_t i = 0; i < count * per_picture; ++i) {
    const auto picture = static_cast<std::int64_t>(i / per_picture);
    add_gaussian({.seed = 3, .image = i / per_picture}, i % per_picture, sigma, pictures.get(picture).pixels,
                 std::span(images).subspan(i * pixels, pixels));
  }
  return images;
}

}  // namespace certus::test
