#include "certus/data/resize.h"

#include "certus/base/sha256.h"
#include "support/shared_files.h"

namespace certus {
namespace {

/// The same noise as scripts/regenerate_pillow.py makes.
ByteImage random_picture(std::int64_t width, std::int64_t height, std::uint64_t seed) {
  ByteImage picture{.height = height, .width = width, .rgb = {}};
  for (std::int64_t i = 0; i < 3 * width * height; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    picture.rgb.push_back(static_cast<std::uint8_t>(seed >> 56));
  }
  return picture;
}

std::string digest(const ByteImage& picture) {
  return sha256_hex({reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size()});
}

TEST(ResizeBilinear, GivesPillowsBytes) {
  for (const auto& row : test::read_rows(test::golden_file("pillow.json"), "resized")) {
    const ByteImage picture = random_picture(row["width"], row["height"], row["seed"]);
    EXPECT_EQ(digest(resize_bilinear(picture, row["new_height"], row["new_width"])), row["sha256"])
        << row.dump();
  }
}

TEST(ResizeBilinear, KeepsAPlainPicturePlain) {
  const ByteImage plain{.height = 30, .width = 40, .rgb = std::vector<std::uint8_t>(3600, 77)};
  for (const std::int64_t size : {1, 7, 30, 100}) {
    const ByteImage resized = resize_bilinear(plain, size, size + 1);
    EXPECT_EQ(resized.rgb, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * size * (size + 1)), 77));
  }
}

TEST(ResizeAndCrop, IsTheViewOfTorchvision) {
  for (const auto& row : test::read_rows(test::golden_file("pillow.json"), "views")) {
    const ByteImage picture = random_picture(row["width"], row["height"], row["seed"]);
    const ByteImage view = resize_and_crop(picture, {.shorter = row["shorter"], .crop = row["crop"]});
    EXPECT_EQ(view.width, 224);
    EXPECT_EQ(view.height, 224);
    EXPECT_EQ(digest(view), row["sha256"]) << row.dump();
  }
}

TEST(CenterCrop, RoundsHalvesToTheEvenOffset) {
  // Pixel (y, x) has red y and green x, so the first pixel of a crop tells its offset.
  ByteImage picture{.height = 10, .width = 9, .rgb = {}};
  for (std::uint8_t y = 0; y < 10; ++y) {
    for (std::uint8_t x = 0; x < 9; ++x) picture.rgb.insert(picture.rgb.end(), {y, x, 0});
  }
  const auto offset = [&](std::int64_t height, std::int64_t width) {
    const ByteImage part = center_crop(picture, height, width);
    return std::pair<int, int>(part.rgb[0], part.rgb[1]);
  };
  EXPECT_EQ(offset(9, 8), std::pair(0, 0));  // 0.5, 0.5
  EXPECT_EQ(offset(7, 6), std::pair(2, 2));  // 1.5, 1.5
  EXPECT_EQ(offset(5, 4), std::pair(2, 2));  // 2.5, 2.5
  EXPECT_EQ(offset(10, 9), std::pair(0, 0));
  EXPECT_EQ(offset(4, 3), std::pair(3, 3));
}

}  // namespace
}  // namespace certus
