#include "certus/data/known_datasets.h"

#include <cstdlib>

#include "certus/base/sha256.h"
#include "support/idx_files.h"
#include "support/pictures.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::idx_images;
using test::idx_labels;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class OpenDataset : public ::testing::Test {
 protected:
  std::string error(const std::string& data, Verify verify = Verify::kPublished) {
    return error_of([&] { open_dataset({.data = data, .data_dir = dir_.path(), .verify = verify}); });
  }
  std::string path(const std::string& name) { return (dir_ / name).string(); }
  test::TempDir dir_;
};

TEST_F(OpenDataset, KnowsSizesThatItsNumbersExplain) {
  for (const KnownDataset& known : known_datasets()) {
    std::int64_t bytes = 0;
    for (const KnownFile& file : known.files) {
      bytes += file.bytes;
      EXPECT_TRUE(file.sha256.empty() || file.sha256.size() == 64) << file.name;
    }
    const auto images = known.train_images + known.test_images;
    const auto pixels = static_cast<std::int64_t>(known.shape.size());
    std::int64_t expected = 0;
    if (known.layout == DatasetLayout::kCifar10) expected = images * (pixels + 1);
    if (known.layout == DatasetLayout::kCifar100) expected = images * (pixels + 2);
    if (known.layout == DatasetLayout::kMnist) expected = images * (pixels + 1) + 2 * (16 + 8);
    EXPECT_EQ(bytes, expected) << known.name;
    EXPECT_TRUE(known.class_names.empty() || std::ssize(known.class_names) == known.num_classes);
    EXPECT_EQ(known.normalization == "none", known.shape.channels == 1) << known.name;
  }
}

TEST_F(OpenDataset, ListsTheNamesThereAre) {
  EXPECT_EQ(error("cifar"),
            "unknown data set 'cifar', expected one of cifar10, cifar100, mnist, fashion_mnist, imagenet, or "
            "a folder "
            "with a subfolder of pictures for each class");
  EXPECT_EQ(error_of([] { known_dataset("svhn"); }),
            "unknown data set 'svhn', expected one of cifar10, cifar100, mnist, fashion_mnist, imagenet");
}

TEST_F(OpenDataset, SaysHowToGetWhatIsMissing) {
  EXPECT_EQ(error("cifar10"),
            path("cifar-10-batches-bin") +
                ": no such folder; cifar10 is expected there: certus data fetch cifar10 gets it");
  EXPECT_EQ(error("imagenet"),
            path("imagenet/val") +
                ": no such folder; imagenet is expected there: certus data info imagenet says how "
                "to get it");
}

TEST_F(OpenDataset, WantsThePublishedSizeAndChecksum) {
  const std::string row(3073, '\1');
  const auto file = dir_.write("cifar-10-batches-bin/test_batch.bin", row + row);
  EXPECT_THAT(error("cifar10"), StartsWith(file.string() + ": 6146 bytes, expected 30730000: "));
  const auto data = open_dataset({.data = "cifar10", .data_dir = dir_.path(), .verify = Verify::kAny});
  EXPECT_EQ(data->size(), 2);
  EXPECT_EQ(data->identity(), "cifar10 test, sha256 " + sha256_hex(row + row));
  const std::string other(30'730'000, '\1');
  dir_.write("cifar-10-batches-bin/test_batch.bin", other);
  EXPECT_EQ(error("cifar10"),
            file.string() + ": SHA-256 is " + sha256_hex(other) +
                ", expected 8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b; damaged, "
                "changed or not "
                "the published file");
}

TEST_F(OpenDataset, ChecksTheSizeWhereNoChecksumIsKnown) {
  const auto file = dir_.write("fashion-mnist/t10k-images-idx3-ubyte", idx_images(2));
  dir_.write("fashion-mnist/t10k-labels-idx1-ubyte", idx_labels(2));
  EXPECT_EQ(error("fashion_mnist"),
            file.string() + ": 1584 bytes, expected 7840016: truncated, or another file under this name?");
  const auto data = open_dataset({.data = "fashion_mnist", .data_dir = dir_.path(), .verify = Verify::kAny});
  EXPECT_EQ(data->identity(), "fashion_mnist test, sha256 " +
                                  sha256_hex(sha256_hex(idx_images(2)) + sha256_hex(idx_labels(2))));
}

TEST_F(OpenDataset, IdentityDoesNotCareForGzip) {
  dir_.write("mnist/t10k-images-idx3-ubyte", idx_images(2));
  dir_.write("mnist/t10k-labels-idx1-ubyte.gz", test::gzipped(idx_labels(2)));
  const OpenOptions options{.data = "mnist", .data_dir = dir_.path(), .verify = Verify::kAny};
  const std::string packed = open_dataset(options)->identity();
  dir_.write("mnist/t10k-labels-idx1-ubyte", idx_labels(2));
  EXPECT_EQ(open_dataset(options)->identity(), packed);
}

TEST_F(OpenDataset, OpensAFolderOfPictures) {
  dir_.write("set/a/x.png", test::encoded_picture("png"));
  const auto data = open_dataset({.data = path("set"), .resize = ResizeCrop{.shorter = 8, .crop = 8}});
  EXPECT_EQ(data->shape(), (ImageShape{3, 8, 8}));
}

TEST_F(OpenDataset, CountsWhatImageNetHas) {
  dir_.write("imagenet/val/n01440764/x.png", test::encoded_picture("png"));
  dir_.write("imagenet/train/n01440764/x.png", test::encoded_picture("png"));
  EXPECT_EQ(error("imagenet"),
            path("imagenet/val") +
                ": 1 class folders with 1 pictures, expected 1000 with 50000; incomplete, or a "
                "subset?");
  const auto data = open_dataset({.data = "imagenet", .data_dir = dir_.path(), .verify = Verify::kAny});
  EXPECT_EQ(data->shape(), (ImageShape{3, 224, 224}));
  EXPECT_EQ(data->get(0).pixels.size(), 3u * 224 * 224);
  EXPECT_THAT(data->identity(),
              StartsWith("imagenet test, 1 pictures, shorter side to 256, central 224, sha256 of "));
  EXPECT_THAT(
      error_of([&] { open_dataset({.data = "imagenet", .data_dir = dir_.path(), .split = Split::kTrain}); }),
      HasSubstr("expected 1000 with 1281167"));
}

TEST_F(OpenDataset, TellsRightWrongAndMissingFilesApart) {
  using State = FileCheck::State;
  const KnownFile file{"f", Split::kTest, 3, sha256_hex("abc")};
  EXPECT_EQ(check_file(dir_.path(), file).state, State::kMissing);
  EXPECT_EQ(check_file(dir_.path(), file).problem, path("f") + ": is missing");
  dir_.write("f", "abc");
  EXPECT_EQ(check_file(dir_.path(), file).state, State::kRight);
  EXPECT_EQ(check_file(dir_.path(), {"f", Split::kTest, 3, ""}).state, State::kUnknownChecksum);
  dir_.write("f", "abd");
  EXPECT_EQ(check_file(dir_.path(), file).state, State::kWrong);
  EXPECT_THAT(check_file(dir_.path(), file).problem, StartsWith(path("f") + ": SHA-256 is "));
  EXPECT_EQ(check_file(dir_.path(), {"f", Split::kTest, 4, ""}).state, State::kWrong);
}

TEST_F(OpenDataset, LooksWhereTheEnvironmentSays) {
  const char* before = std::getenv("CERTUS_DATA");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("CERTUS_DATA", "elsewhere", 1);
  EXPECT_EQ(default_data_dir(), "elsewhere");
  ::unsetenv("CERTUS_DATA");
  EXPECT_THAT(default_data_dir().string(), EndsWith("/.cache/certus"));
  if (before != nullptr) ::setenv("CERTUS_DATA", kept.c_str(), 1);
}

// The published files themselves, on machines that have them.
TEST_F(OpenDataset, ReadsThePublishedTestImages) {
  if (!std::filesystem::exists(default_data_dir() / "cifar-10-batches-bin/test_batch.bin")) {
    GTEST_SKIP() << "cifar10 is absent: certus data fetch cifar10";
  }
  const auto data = open_dataset({.data = "cifar10"});
  ASSERT_EQ(data->size(), 10'000);
  EXPECT_EQ(data->identity(),
            "cifar10 test, sha256 8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b");
  EXPECT_EQ(data->label(0), 3);
}

}  // namespace
}  // namespace certus
