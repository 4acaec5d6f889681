#include "certus/data/training_views.h"

#include <set>

#include "certus/data/augment.h"
#include "certus/data/byte_dataset.h"
#include "certus/data/image_folder.h"
#include "support/pictures.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

/// 20 images of 2 x 8 x 8, no pixel black, labels 0 to 4.
ByteDataset small_images() {
  ByteImages images{.shape = {2, 8, 8}, .num_classes = 5, .pixels = {}, .labels = {}};
  for (std::size_t i = 0; i < 20; ++i) {
    images.labels.push_back(static_cast<std::uint8_t>(i % 5));
    for (std::size_t p = 0; p < 128; ++p)
      images.pixels.push_back(static_cast<std::uint8_t>(1 + (31 * i + p) % 255));
  }
  return {std::move(images), "small"};
}

TEST(TrainingViews, WithoutAugmentationAreTheImages) {
  const ByteDataset data = small_images();
  const TrainingViews views(data, Augmentation::kNone, 3);
  EXPECT_EQ(views.at_position(7, 0, 2).pixels, data.get(7).pixels);
  EXPECT_EQ(views.for_estimate(7, 2).pixels, data.get(7).pixels);
}

TEST(TrainingViews, AreThoseOfThePlaceAndEpoch) {
  const ByteDataset data = small_images();
  const TrainingViews views(data, Augmentation::kCropFlip, 3);
  EXPECT_EQ(views.at_position(7, 11, 2).pixels, pad_crop_flip(data.get(7), augment_key(3, 11), 2).pixels);
  EXPECT_EQ(views.at_position(7, 11, 2).label, 2);
}

TEST(TrainingViews, DifferBySeedPositionEpochAndUse) {
  const ByteDataset data = small_images();
  std::set<std::vector<float>> found;
  int views = 0;
  // 162 views there are: with twelve draws of a fixed key some meet by chance, all would only by mistake.
  for (const std::uint64_t seed : {1U, 2U}) {
    const TrainingViews of_seed(data, Augmentation::kCropFlip, seed);
    for (const std::uint64_t epoch : {0U, 1U}) {
      found.insert(of_seed.at_position(7, 7, epoch).pixels);
      found.insert(of_seed.at_position(7, 8, epoch).pixels);
      found.insert(of_seed.for_estimate(7, epoch).pixels);
      views += 3;
    }
  }
  EXPECT_GE(found.size(), static_cast<std::size_t>(views - 2));
}

TEST(TrainingViews, OfPicturesAreRandomPartsAtTheSizeOfTheData) {
  const test::TempDir dir;
  dir.write("a/x.png", test::encoded_picture("png"));
  dir.write("b/y.png", test::encoded_picture("png"));
  const ImageFolder data(dir.path(), ResizeCrop{.shorter = 12, .crop = 10});
  const TrainingViews views(data, Augmentation::kRandomResizedCrop, 5);
  const Image view = views.at_position(1, 4, 6);
  EXPECT_EQ(view.shape, data.shape());
  EXPECT_EQ(view.label, 1);
  EXPECT_EQ(view.pixels, random_resized_crop(data.picture(1), 1, augment_key(5, 4), 6, 10).pixels);
}

TEST(TrainingViews, RefuseWhatTheDataCannotGive) {
  const ByteDataset data = small_images();
  EXPECT_EQ(
      test::error_of([&] { TrainingViews(data, Augmentation::kRandomResizedCrop, 0); }),
      "augmentation random-resized-crop is for folders of pictures, but the data is small; use crop-flip "
      "or none");
  const test::TempDir dir;
  dir.write("a/x.png", test::encoded_picture("png"));
  const ImageFolder oblong(dir.path(), std::nullopt);
  EXPECT_EQ(test::error_of([&] { TrainingViews(oblong, Augmentation::kRandomResizedCrop, 0); }),
            "augmentation random-resized-crop makes square views, but the images have 19x13 pixels; use "
            "square images, crop-flip or none");
}

TEST(FillBatch, IsTheViewsInOrderForAnyNumberOfWorkers) {
  const ByteDataset data = small_images();
  const TrainingViews views(data, Augmentation::kCropFlip, 3);
  const std::vector<std::int64_t> images{5, 5, 0, 19, 3, 8, 2};
  std::vector<float> expected;
  for (std::size_t b = 0; b < images.size(); ++b) {
    const Image view = views.at_position(images[b], 100 + b, 4);
    expected.insert(expected.end(), view.pixels.begin(), view.pixels.end());
  }
  for (const int workers : {0, 1, 3}) {
    ThreadPool pool(std::max(workers, 1));
    std::vector<float> pixels(images.size() * 128, -1.0f);
    std::vector<std::int64_t> labels(images.size(), -1);
    fill_batch(views, images, 100, 4, workers == 0 ? nullptr : &pool, pixels, labels);
    EXPECT_EQ(pixels, expected) << workers;
    EXPECT_EQ(labels, (std::vector<std::int64_t>{0, 0, 0, 4, 3, 3, 2})) << workers;
  }
}

TEST(Augmentations, HaveNamesAndUsualData) {
  EXPECT_EQ(augmentation_name(Augmentation::kNone), "none");
  EXPECT_EQ(augmentation_name(Augmentation::kCropFlip), "crop-flip");
  EXPECT_EQ(augmentation_name(Augmentation::kRandomResizedCrop), "random-resized-crop");
  EXPECT_EQ(usual_augmentation({.data = "cifar100"}), Augmentation::kCropFlip);
  EXPECT_EQ(usual_augmentation({.data = "fashion_mnist"}), Augmentation::kNone);
  EXPECT_EQ(usual_augmentation({.data = "imagenet"}), Augmentation::kRandomResizedCrop);
  EXPECT_EQ(usual_augmentation({.data = "some/folder"}), Augmentation::kCropFlip);
  EXPECT_EQ(usual_augmentation({.data = "some/folder", .resize = ResizeCrop{}}),
            Augmentation::kRandomResizedCrop);
}

}  // namespace
}  // namespace certus
