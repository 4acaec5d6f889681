#include "certus/data/mnist_idx.h"

#include "support/idx_files.h"
#include "support/read_layouts.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::big_endian;
using test::error_of;
using test::gzipped;
using test::idx_images;
using test::idx_labels;
using test::read_mnist;

constexpr const char* kImages = "t10k-images-idx3-ubyte";
constexpr const char* kLabels = "t10k-labels-idx1-ubyte";

class ReadMnist : public ::testing::Test {
 protected:
  std::string error() {
    return error_of([&] { read_mnist(dir_.path(), Split::kTest); });
  }
  std::string path(const char* name) { return (dir_ / name).string(); }
  test::TempDir dir_;
};

TEST_F(ReadMnist, ReadsPlainAndPackedFilesAlike) {
  dir_.write(kImages, idx_images(12));
  dir_.write(std::string(kLabels) + ".gz", gzipped(idx_labels(12)));
  const ByteDataset data(read_mnist(dir_.path(), Split::kTest), "x");
  ASSERT_EQ(data.size(), 12);
  EXPECT_EQ(data.shape(), (ImageShape{1, 28, 28}));
  EXPECT_EQ(data.get(11).label, 1);
  EXPECT_EQ(data.get(11).pixels, std::vector<float>(784, 11.0f / 255.0f));
  dir_.write("train-images-idx3-ubyte.gz", gzipped(idx_images(3)));
  dir_.write("train-labels-idx1-ubyte", idx_labels(3));
  EXPECT_EQ(read_mnist(dir_.path(), Split::kTrain).labels.size(), 3u);
}

TEST_F(ReadMnist, NamesTheFileThatIsMissing) {
  EXPECT_EQ(error(), path(kImages) + ": cannot be opened: No such file or directory");
}

TEST_F(ReadMnist, ChecksMagicNumbers) {
  dir_.write(kImages, idx_labels(20));
  dir_.write(kLabels, idx_labels(2));
  EXPECT_EQ(error(), path(kImages) +
                         ": begins with magic number 2049, expected 2051 (idx images): images and labels "
                         "exchanged?");
  dir_.write(kImages, "<!DOCTYPE html><html>");
  EXPECT_EQ(error(), path(kImages) +
                         ": begins with magic number 1008813135, expected 2051 (idx images): it begins with "
                         "'<', an HTML page saved under this name?");
  dir_.write(kImages, "ab");
  EXPECT_EQ(error(), path(kImages) +
                         ": 2 bytes, too short for the 16 bytes an idx file begins with: truncated, or "
                         "another file under this name?");
}

TEST_F(ReadMnist, ChecksSizesAgainstTheHeader) {
  dir_.write(kImages, idx_images(5).substr(0, 2000));
  dir_.write(kLabels, idx_labels(5));
  EXPECT_EQ(error(), path(kImages) +
                         ": 2000 bytes, expected 3936 for the 5 images its header announces; truncated or "
                         "damaged?");
  dir_.write(kImages, idx_images(5));
  dir_.write(kLabels, idx_labels(5) + "x");
  EXPECT_EQ(error(), path(kLabels) +
                         ": 14 bytes, expected 13 for the 5 labels its header announces; truncated or "
                         "damaged?");
  dir_.write(kImages,
             big_endian(2051) + big_endian(1) + big_endian(32) + big_endian(28) + std::string(896, 'x'));
  EXPECT_EQ(error(), path(kImages) + ": images of 32x28, expected 28x28");
}

TEST_F(ReadMnist, WantsAsManyLabelsAsImages) {
  dir_.write(kImages, idx_images(5));
  dir_.write(kLabels, idx_labels(6));
  EXPECT_EQ(error(),
            path(kImages) + ": 5 images, but " + path(kLabels) +
                " has 6 labels; expected equal numbers, at least 1; are these files of different splits?");
}

TEST_F(ReadMnist, NamesTheRowWithAnImpossibleLabel) {
  dir_.write(kImages, idx_images(5));
  std::string labels = idx_labels(5);
  labels[8 + 3] = '\x0a';
  dir_.write(kLabels, labels);
  EXPECT_EQ(error(), path(kLabels) + ": row 3 has label 10, expected 0 to 9; damaged?");
}

TEST_F(ReadMnist, RefusesDamagedGzip) {
  const std::string packed = gzipped(idx_images(5));
  const std::string name = std::string(kImages) + ".gz";
  dir_.write(kLabels, idx_labels(5));
  dir_.write(name, packed.substr(0, packed.size() - 10));
  EXPECT_EQ(error(), path(name.c_str()) + ": gzip data ends too early, after " +
                         std::to_string(packed.size() - 10) + " bytes; truncated download?");
  std::string damaged = packed;
  damaged[packed.size() - 6] = static_cast<char>(damaged[packed.size() - 6] ^ 0x55);
  dir_.write(name, damaged);
  EXPECT_THAT(error(), ::testing::AllOf(
                           ::testing::StartsWith(path(name.c_str()) + ": gzip data is corrupt near byte "),
                           ::testing::EndsWith("(incorrect data check); damaged or incomplete download?")));
  std::string wrong_length = packed;
  wrong_length[packed.size() - 2] = static_cast<char>(wrong_length[packed.size() - 2] ^ 0x55);
  dir_.write(name, wrong_length);
  EXPECT_THAT(error(), ::testing::EndsWith("(incorrect length check); damaged or incomplete download?"));
  dir_.write(name, packed + "hello");
  EXPECT_THAT(error(), ::testing::EndsWith("(incorrect header check); damaged or incomplete download?"));
  dir_.write(name, "<html>");
  EXPECT_EQ(error(), path(name.c_str()) +
                         ": does not begin as gzip files do (1f 8b); it begins with '<', an HTML page "
                         "saved under this name?");
}

}  // namespace
}  // namespace certus
