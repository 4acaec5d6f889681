#include "certus/train/copies.h"

namespace certus {
namespace {

/// The axis along which copies of one image lie once rows are unfolded to two axes.
std::int64_t copy_axis(CopyLayout layout) {
  return layout == CopyLayout::kNoiseMajor ? 0 : 1;
}

}  // namespace

at::Tensor repeat_for_copies(const at::Tensor& per_image, std::int64_t copies, CopyLayout layout) {
  std::vector<std::int64_t> sizes = per_image.sizes().vec();
  sizes.insert(sizes.begin() + copy_axis(layout), copies);
  return per_image.unsqueeze(copy_axis(layout)).expand(sizes).flatten(0, 1).contiguous();
}

at::Tensor copies_first(const at::Tensor& rows, std::int64_t copies, CopyLayout layout) {
  std::vector<std::int64_t> sizes = rows.sizes().vec();
  sizes[0] /= copies;
  sizes.insert(sizes.begin() + copy_axis(layout), copies);
  const at::Tensor unfolded = rows.reshape(sizes);
  return layout == CopyLayout::kNoiseMajor ? unfolded : unfolded.transpose(0, 1);
}

at::Tensor noisy_copies(const at::Tensor& images, const at::Tensor& noise, CopyLayout layout) {
  const std::int64_t copies = noise.size(0) / images.size(0);
  if (copies == 1) return images + noise;
  std::vector<std::int64_t> sizes = images.sizes().vec();
  sizes.insert(sizes.begin() + copy_axis(layout), copies);
  return (noise.reshape(sizes) + images.unsqueeze(copy_axis(layout))).flatten(0, 1);
}

at::Tensor share_correct(const at::Tensor& logits, const at::Tensor& labels) {
  return logits.detach().argmax(1).eq(labels).to(at::kDouble).mean();
}

}  // namespace certus
