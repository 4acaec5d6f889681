#include "certus/train/copies.h"

#include "support/small_networks.h"

namespace certus {
namespace {

constexpr std::int64_t kImages = 3, kCopies = 2;

std::int64_t row_of(CopyLayout layout, std::int64_t b, std::int64_t j) {
  return layout == CopyLayout::kNoiseMajor ? j * kImages + b : b * kCopies + j;
}

class Copies : public ::testing::TestWithParam<CopyLayout> {};

TEST_P(Copies, LieWhereTheLayoutSays) {
  const at::Tensor images = test::pixel_tensor({kImages, 3, 2, 2}, 1);
  const at::Tensor noise = test::normal_tensor({kImages * kCopies, 3, 2, 2}, 2);
  const at::Tensor noisy = noisy_copies(images, noise, GetParam());
  const at::Tensor repeated = repeat_for_copies(images, kCopies, GetParam());
  const at::Tensor by_copy = copies_first(noisy, kCopies, GetParam());
  for (std::int64_t b = 0; b < kImages; ++b) {
    for (std::int64_t j = 0; j < kCopies; ++j) {
      const std::int64_t row = row_of(GetParam(), b, j);
      EXPECT_TRUE(at::equal(noisy[row], images[b] + noise[row])) << b << " " << j;
      EXPECT_TRUE(at::equal(repeated[row], images[b]));
      EXPECT_TRUE(at::equal(by_copy[j][b], noisy[row]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, Copies, ::testing::Values(CopyLayout::kNoiseMajor, CopyLayout::kImageMajor),
                         [](const auto& layout) {
                           return layout.param == CopyLayout::kNoiseMajor ? "NoiseMajor" : "ImageMajor";
                         });

TEST(ShareCorrect, TakesTheFirstOfEqualLogits) {
  const at::Tensor logits = test::tensor_of({1, 1, 0, 0, 2, 1, 5, 5, 5}, {3, 3});
  EXPECT_DOUBLE_EQ(share_correct(logits, at::tensor(std::vector<std::int64_t>{0, 1, 1})).item<double>(),
                   2.0 / 3);
}

}  // namespace
}  // namespace certus
