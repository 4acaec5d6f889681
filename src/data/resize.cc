#include "certus/data/resize.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr int kPrecisionBits = 32 - 8 - 2;

/// For one output position: the first input that contributes to it, and the weights from there on,
/// in fixed point.
struct Window {
  std::int64_t first = 0;
  std::vector<int> weights;
};

/// Rounding as Pillow does it: adds a half, then rounds towards zero.
std::int64_t pillow_round(double value) {
  value += 0.5;
  return static_cast<std::int64_t>(value);
}

std::vector<Window> windows_of(std::int64_t in, std::int64_t out) {
  const double scale = static_cast<double>(in) / static_cast<double>(out);
  const double support = std::max(scale, 1.0);  // of the triangle; wider when shrinking, for antialiasing
  std::vector<Window> windows;
  for (std::int64_t i = 0; i < out; ++i) {
    const double center = (static_cast<double>(i) + 0.5) * scale;
    const auto first = std::max<std::int64_t>(pillow_round(center - support), 0);
    const auto last = std::min(pillow_round(center + support), in);
    std::vector<double> weights;
    double sum = 0.0;
    for (std::int64_t x = first; x < last; ++x) {
      const double distance = std::fabs((static_cast<double>(x) - center + 0.5) * (1.0 / support));
      weights.push_back(distance < 1.0 ? 1.0 - distance : 0.0);
      sum += weights.back();
    }
    Window window{.first = first, .weights = {}};
    for (const double weight : weights) {
      window.weights.push_back(static_cast<int>(pillow_round(weight / sum * (1 << kPrecisionBits))));
    }
    windows.push_back(std::move(window));
  }
  return windows;
}

/// One output byte: the sum of weights times bytes that lie `step` apart.
std::uint8_t weighted(const Window& window, const std::uint8_t* bytes, std::int64_t step) {
  int sum = 1 << (kPrecisionBits - 1);
  for (const int weight : window.weights) {
    sum += weight * *bytes;
    bytes += step;
  }
  return static_cast<std::uint8_t>(std::clamp(sum >> kPrecisionBits, 0, 255));
}

ByteImage resize_rows(const ByteImage& in, std::int64_t width) {
  ByteImage out{.height = in.height, .width = width, .rgb = {}};
  out.rgb.reserve(static_cast<std::size_t>(3 * in.height * width));
  const auto windows = windows_of(in.width, width);
  for (std::int64_t y = 0; y < in.height; ++y) {
    const std::uint8_t* row = in.rgb.data() + 3 * y * in.width;
    for (const Window& window : windows) {
      for (int c = 0; c < 3; ++c) out.rgb.push_back(weighted(window, row + 3 * window.first + c, 3));
    }
  }
  return out;
}

ByteImage resize_columns(const ByteImage& in, std::int64_t height) {
  ByteImage out{.height = height, .width = in.width, .rgb = {}};
  out.rgb.reserve(static_cast<std::size_t>(3 * height * in.width));
  const std::int64_t row_bytes = 3 * in.width;
  for (const Window& window : windows_of(in.height, height)) {
    const std::uint8_t* top = in.rgb.data() + row_bytes * window.first;
    for (std::int64_t x = 0; x < row_bytes; ++x) out.rgb.push_back(weighted(window, top + x, row_bytes));
  }
  return out;
}

/// Python's int(round(x / 2)): halves go to the even neighbour.
std::int64_t half_to_even(std::int64_t x) {
  return x % 2 == 0 ? x / 2 : (x / 2) + (x / 2) % 2;
}

}  // namespace

ByteImage resize_bilinear(const ByteImage& picture, std::int64_t height, std::int64_t width) {
  CERTUS_CHECK(height >= 1 && width >= 1 && picture.height >= 1 && picture.width >= 1);
  if (picture.width == width && picture.height == height) return picture;
  if (picture.width == width) return resize_columns(picture, height);
  ByteImage wide = resize_rows(picture, width);
  return picture.height == height ? wide : resize_columns(wide, height);
}

ByteImage center_crop(const ByteImage& picture, std::int64_t height, std::int64_t width) {
  return crop(picture, half_to_even(picture.height - height), half_to_even(picture.width - width), height,
              width);
}

ByteImage resize_and_crop(const ByteImage& picture, const ResizeCrop& how) {
  CERTUS_CHECK(how.crop >= 1 && how.crop <= how.shorter);
  const bool is_upright = picture.height >= picture.width;
  const std::int64_t shorter = std::min(picture.height, picture.width);
  const std::int64_t longer = how.shorter * std::max(picture.height, picture.width) / shorter;
  return center_crop(
      resize_bilinear(picture, is_upright ? longer : how.shorter, is_upright ? how.shorter : longer),
      how.crop, how.crop);
}

}  // namespace certus
