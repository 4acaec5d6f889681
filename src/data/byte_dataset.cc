#include "certus/data/byte_dataset.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"

namespace certus {

ByteDataset::ByteDataset(ByteImages images, std::string identity)
    : images_(std::move(images)), identity_(std::move(identity)) {
  CERTUS_CHECK(images_.pixels.size() == images_.labels.size() * images_.shape.size());
}

int ByteDataset::label(std::int64_t index) const {
  CERTUS_CHECK(index >= 0 && index < size());
  return images_.labels[static_cast<std::size_t>(index)];
}

Image ByteDataset::get(std::int64_t index) const {
  Image image{.shape = images_.shape, .pixels = {}, .label = label(index)};
  const std::size_t length = images_.shape.size();
  const std::uint8_t* bytes = images_.pixels.data() + static_cast<std::size_t>(index) * length;
  image.pixels.resize(length);
  std::transform(bytes, bytes + length, image.pixels.begin(),
                 [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0f; });
  return image;
}

}  // namespace certus
