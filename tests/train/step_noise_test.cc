#include "certus/train/step_noise.h"

#include <numeric>

namespace certus {
namespace {

std::vector<std::int64_t> positions(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), first);
  return out;
}

TEST(StepNoise, HasDeviationSigmaInEveryCopy) {
  // Published code with m > 1 added noise to images that were noisy already: sigma sqrt(j + 1) in copy j.
  constexpr std::int64_t kImages = 64, kCopies = 4;
  const at::Tensor noise =
      step_noise(7, 3, positions(128, kImages), kCopies, CopyLayout::kNoiseMajor, 0.5, {3, 32, 32});
  for (std::int64_t copy = 0; copy < kCopies; ++copy) {
    const at::Tensor rows = noise.narrow(0, copy * kImages, kImages).to(at::kDouble);
    // 196,608 normals: the deviation has a standard error of 0.16 %, the mean one of 0.0011.
    EXPECT_NEAR(rows.std().item<double>(), 0.5, 0.005) << copy;
    EXPECT_NEAR(rows.mean().item<double>(), 0.0, 0.006) << copy;
  }
}

TEST(StepNoise, DependsOnThePlaceOnlyNotOnTheSlice) {
  const at::Tensor whole = step_noise(1, 2, positions(10, 6), 2, CopyLayout::kNoiseMajor, 0.25, {1, 2, 3});
  const at::Tensor part = step_noise(1, 2, positions(12, 2), 2, CopyLayout::kNoiseMajor, 0.25, {1, 2, 3});
  EXPECT_TRUE(at::equal(part[0], whole[2]));
  EXPECT_TRUE(at::equal(part[2], whole[8]));  // second copy of the first image
}

TEST(StepNoise, LayoutsHoldTheSameNoise) {
  const at::Tensor by_noise = step_noise(1, 0, positions(0, 3), 2, CopyLayout::kNoiseMajor, 1.0, {1, 1, 5});
  const at::Tensor by_image = step_noise(1, 0, positions(0, 3), 2, CopyLayout::kImageMajor, 1.0, {1, 1, 5});
  for (std::int64_t image = 0; image < 3; ++image) {
    for (std::int64_t copy = 0; copy < 2; ++copy) {
      EXPECT_TRUE(at::equal(by_noise[copy * 3 + image], by_image[image * 2 + copy]));
    }
  }
}

TEST(StepNoise, DiffersBetweenCopiesImagesAndEpochs) {
  const at::Tensor first = step_noise(1, 0, positions(0, 2), 2, CopyLayout::kNoiseMajor, 1.0, {1, 1, 5});
  const at::Tensor second = step_noise(1, 1, positions(0, 2), 2, CopyLayout::kNoiseMajor, 1.0, {1, 1, 5});
  const at::Tensor rows = at::cat({first, second});
  for (std::int64_t a = 0; a < rows.size(0); ++a) {
    for (std::int64_t b = 0; b < a; ++b) EXPECT_FALSE(at::equal(rows[a], rows[b])) << a << ' ' << b;
  }
}

}  // namespace
}  // namespace certus
