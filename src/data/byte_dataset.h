#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/data/dataset.h"

namespace certus {

/// Labelled images as their files hold them: one byte per pixel and channel, channel by channel,
/// image after image.
struct ByteImages {
  ImageShape shape;
  int num_classes = 0;
  std::vector<std::uint8_t> pixels;  ///< shape.size() bytes per label
  std::vector<std::uint8_t> labels;  ///< each less than num_classes
};

/// Images that fit into memory. They are stored as bytes; get() divides by 255.
class ByteDataset final : public Dataset {
 public:
  ByteDataset(ByteImages images, std::string identity);

  std::int64_t size() const override { return static_cast<std::int64_t>(images_.labels.size()); }
  Image get(std::int64_t index) const override;
  int label(std::int64_t index) const override;
  ImageShape shape() const override { return images_.shape; }
  int num_classes() const override { return images_.num_classes; }
  std::string identity() const override { return identity_; }

 private:
  ByteImages images_;
  std::string identity_;
};

}  // namespace certus
