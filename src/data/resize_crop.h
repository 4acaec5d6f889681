#pragma once

#include <cstdint>

namespace certus {

/// How pictures of many sizes are usually prepared: the shorter side is resized to `shorter` pixels, then the
/// central square of `crop` pixels is cut out; torchvision's Resize and CenterCrop. 1 <= crop <= shorter.
struct ResizeCrop {
  std::int64_t shorter = 256;
  std::int64_t crop = 224;
};

}  // namespace certus
