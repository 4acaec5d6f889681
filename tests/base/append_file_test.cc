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

TEST(AppendFile, IsWrittenByOneAtATime) {
  const test::TempDir dir;
  const AppendFile file(dir / "a", 0);
  EXPECT_THAT(error_of([&] { AppendFile(dir / "a", 0); }), HasSubstr("another process is writing it"));
}

TEST(AppendFile, NoticesThatItWasRemoved) {
  const test::TempDir dir;
  AppendFile file(dir / "a", 0);
  file.append("one");
  std::filesystem::remove(dir / "a");
  EXPECT_THAT(error_of([&] { file.append("two"); }), HasSubstr("was removed while it was being written"));
}

}  // namespace
}  // namespace certus
