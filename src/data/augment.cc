#include "certus/data/augment.h"

#include <algorithm>
#include <cmath>

#include "certus/base/error.h"
#include "certus/data/resize.h"
#include "certus/noise/keyed_bits.h"

namespace certus {
namespace {

// Which random number decides what. Windows use four numbers for each of their ten attempts.
constexpr std::uint64_t kRowElement = 0;
constexpr std::uint64_t kColumnElement = 1;
constexpr std::uint64_t kFlipElement = 2;
constexpr std::uint64_t kAttemptElements = 4;
constexpr std::uint64_t kAttempts = 10;
constexpr std::uint64_t kFlipAfterAttempts = kAttempts * kAttemptElements;

constexpr double kLeastArea = 0.08;
constexpr double kLeastRatio = 3.0 / 4.0;
constexpr double kMostRatio = 4.0 / 3.0;

bool flips(const NoiseKey& key, std::uint64_t epoch, std::uint64_t element) {
  return keyed_below(key, epoch, element, 2) == 1;
}

std::int64_t offset_below(const NoiseKey& key, std::uint64_t epoch, std::uint64_t element,
                          std::int64_t count) {
  return keyed_below(key, epoch, element, static_cast<std::uint32_t>(count));
}

void flip_rows(Image& image) {
  const auto width = static_cast<std::ptrdiff_t>(image.shape.width);
  for (auto row = image.pixels.begin(); row != image.pixels.end(); row += width)
    std::reverse(row, row + width);
}

/// The largest central part whose aspect ratio is allowed.
CropWindow central_window(std::int64_t height, std::int64_t width) {
  const auto h = static_cast<double>(height);
  const auto w = static_cast<double>(width);
  CropWindow window{.height = height, .width = width};
  if (w / h < kLeastRatio) window.height = std::llrint(w / kLeastRatio);
  if (w / h > kMostRatio) window.width = std::llrint(h * kMostRatio);
  // A side of one pixel leaves no room for rounding: a size must not become 0.
  window.height = std::clamp<std::int64_t>(window.height, 1, height);
  window.width = std::clamp<std::int64_t>(window.width, 1, width);
  window.top = (height - window.height) / 2;
  window.left = (width - window.width) / 2;
  return window;
}

}  // namespace

NoiseKey augment_key(std::uint64_t seed, std::int64_t image) {
  return {.seed = seed, .image = static_cast<std::uint64_t>(image), .purpose = Purpose::kAugment};
}

Image pad_crop_flip(const Image& image, const NoiseKey& key, std::uint64_t epoch, std::int64_t padding) {
  CERTUS_CHECK(key.purpose == Purpose::kAugment && padding >= 0);
  const auto [channels, height, width] = image.shape;
  const std::int64_t down = offset_below(key, epoch, kRowElement, 2 * padding + 1) - padding;
  const std::int64_t right = offset_below(key, epoch, kColumnElement, 2 * padding + 1) - padding;
  Image view{
      .shape = image.shape, .pixels = std::vector<float>(image.pixels.size(), 0.0f), .label = image.label};
  const std::int64_t first = std::max<std::int64_t>(0, -right);  // columns of the window inside the image
  const std::int64_t last = std::min(width, width - right);
  for (std::int64_t row = 0; row < channels * height; ++row) {
    const std::int64_t y = row % height + down;
    if (y < 0 || y >= height || first >= last) continue;
    const auto from = image.pixels.begin() + (row + down) * width + right;
    std::copy(from + first, from + last, view.pixels.begin() + row * width + first);
  }
  if (flips(key, epoch, kFlipElement)) flip_rows(view);
  return view;
}

CropWindow random_resized_window(std::int64_t height, std::int64_t width, const NoiseKey& key,
                                 std::uint64_t epoch) {
  CERTUS_CHECK(key.purpose == Purpose::kAugment && height >= 1 && width >= 1);
  const double area = static_cast<double>(height) * static_cast<double>(width);
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint64_t element = attempt * kAttemptElements;
    const double target = area * (kLeastArea + (1.0 - kLeastArea) * keyed_unit(key, epoch, element));
    const double log_least = std::log(kLeastRatio);
    const double log_most = std::log(kMostRatio);
    const double ratio = std::exp(log_least + (log_most - log_least) * keyed_unit(key, epoch, element + 1));
    const std::int64_t w = std::llrint(std::sqrt(target * ratio));
    const std::int64_t h = std::llrint(std::sqrt(target / ratio));
    if (w < 1 || h < 1 || w > width || h > height) continue;
    return {.top = offset_below(key, epoch, element + 2, height - h + 1),
            .left = offset_below(key, epoch, element + 3, width - w + 1),
            .height = h,
            .width = w};
  }
  return central_window(height, width);
}

Image random_resized_crop(const ByteImage& picture, int label, const NoiseKey& key, std::uint64_t epoch,
                          std::int64_t size) {
  const CropWindow window = random_resized_window(picture.height, picture.width, key, epoch);
  const ByteImage part = crop(picture, window.top, window.left, window.height, window.width);
  Image view = image_of(resize_bilinear(part, size, size), label);
  if (flips(key, epoch, kFlipAfterAttempts)) flip_rows(view);
  return view;
}

}  // namespace certus
