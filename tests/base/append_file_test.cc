#include "certus/base/append_file.h"

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

TEST(AppendFile, CutsWhatIsBeyondAndAppendsWholeLines) {
  const test::TempDir dir;
  const auto path = dir.write("a", "head\nrow\ntorn");
  {
    AppendFile file(path, 9);
    file.append("next");
  }
  EXPECT_EQ(content_of(path), "head\nrow\nnext\n");
}

TEST(AppendFile, SaysThatTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  // ftruncate is refused by a device, which is reported in the same clear way.
  const std::string message = error_of([] { AppendFile("/dev/full", 0).append("row"); });
  EXPECT_THAT(message, HasSubstr("/dev/full: cannot be"));
}

}  // namespace
}  // namespace certus
