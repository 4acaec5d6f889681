#include "certus/data/cifar_binary.h"

#include "support/read_layouts.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using test::read_cifar;

/// A row whose pixel p is (label + p) mod 256.
std::string row_of(int label, const std::string& before = {}) {
  std::string row = before + static_cast<char>(label);
  for (int p = 0; p < 3072; ++p) row += static_cast<char>((label + p) % 256);
  return row;
}

TEST(ReadCifar, KeepsOrderLabelsAndPlanes) {
  const test::TempDir dir;
  dir.write("test_batch.bin", row_of(3) + row_of(9));
  const ByteDataset data(read_cifar(dir.path(), Cifar::k10, Split::kTest), "x");
  ASSERT_EQ(data.size(), 2);
  EXPECT_EQ(data.num_classes(), 10);
  EXPECT_EQ(data.shape(), (ImageShape{3, 32, 32}));
  const Image second = data.get(1);
  EXPECT_EQ(second.label, 9);
  EXPECT_EQ(data.label(0), 3);
  for (std::size_t p = 0; p < 3072; ++p) {
    ASSERT_EQ(second.pixels[p], static_cast<float>((9 + p) % 256) / 255.0f) << p;
  }
  EXPECT_THROW(data.get(2), std::logic_error);
  EXPECT_THROW(data.get(-1), std::logic_error);
}

TEST(ReadCifar, JoinsTheFiveBatches) {
  const test::TempDir dir;
  for (int batch = 1; batch <= 5; ++batch) {
    dir.write("data_batch_" + std::to_string(batch) + ".bin", row_of(batch) + row_of(0));
  }
  const ByteImages images = read_cifar(dir.path(), Cifar::k10, Split::kTrain);
  EXPECT_EQ(images.labels, (std::vector<std::uint8_t>{1, 0, 2, 0, 3, 0, 4, 0, 5, 0}));
}

TEST(ReadCifar, TakesTheFineLabelsOfCifar100) {
  const test::TempDir dir;
  dir.write("train.bin", row_of(99, "\x13") + row_of(42, "\x01"));
  const ByteImages images = read_cifar(dir.path(), Cifar::k100, Split::kTrain);
  EXPECT_EQ(images.labels, (std::vector<std::uint8_t>{99, 42}));
  EXPECT_EQ(images.num_classes, 100);
  EXPECT_EQ(images.pixels[1], 100);
}

TEST(ReadCifar, NamesTheFileThatIsMissing) {
  const test::TempDir dir;
  EXPECT_EQ(error_of([&] { read_cifar(dir.path(), Cifar::k10, Split::kTest); }),
            (dir / "test_batch.bin").string() + ": cannot be opened: No such file or directory");
}

TEST(ReadCifar, NamesTheFileWhenTruncated) {
  const test::TempDir dir;
  const auto path = dir.write("test_batch.bin", row_of(3) + row_of(9).substr(0, 100));
  EXPECT_EQ(error_of([&] { read_cifar(dir.path(), Cifar::k10, Split::kTest); }),
            path.string() +
                ": 3173 bytes is not a multiple of 3073 (1 label + 3072 pixels); expected the binary version "
                "of CIFAR-10 with 10000 rows: truncated, or another file under this name?");
  dir.write("test_batch.bin", "<html>404</html>");
  EXPECT_THAT(error_of([&] { read_cifar(dir.path(), Cifar::k10, Split::kTest); }),
              ::testing::EndsWith("it begins with '<', an HTML page saved under this name?"));
  dir.write("test_batch.bin", "");
  EXPECT_THAT(error_of([&] { read_cifar(dir.path(), Cifar::k10, Split::kTest); }),
              ::testing::EndsWith("the file is empty"));
  const auto hundred = dir.write("test.bin", "abc");
  EXPECT_EQ(error_of([&] { read_cifar(dir.path(), Cifar::k100, Split::kTest); }),
            hundred.string() +
                ": 3 bytes is not a multiple of 3074 (2 labels + 3072 pixels); expected the binary version "
                "of CIFAR-100 with 50000 rows (train) or 10000 (test): truncated, or another file under "
                "this name?");
}

TEST(ReadCifar, NamesTheRowWithAnImpossibleLabel) {
  const test::TempDir dir;
  const auto path = dir.write("test_batch.bin", row_of(3) + row_of(10));
  EXPECT_EQ(error_of([&] { read_cifar(dir.path(), Cifar::k10, Split::kTest); }),
            path.string() + ": row 1 has label 10, expected 0 to 9; damaged, or CIFAR-100 under this name?");
  const auto hundred = dir.write("test.bin", row_of(100, "\x01"));
  EXPECT_EQ(error_of([&] { read_cifar(dir.path(), Cifar::k100, Split::kTest); }),
            hundred.string() + ": row 0 has label 100, expected 0 to 99; damaged?");
}

}  // namespace
}  // namespace certus
