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
    AppendFile file(path);
    file.cut(9);
    file.append("next");
  }
  EXPECT_EQ(content_of(path), "head\nrow\nnext\n");
}

TEST(AppendFile, SaysThatTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string message = error_of([] { AppendFile("/dev/full").append("row"); });
  EXPECT_THAT(message, HasSubstr("/dev/full: cannot be"));
}

TEST(AppendFile, IsWrittenByOneAtATime) {
  const test::TempDir dir;
  const AppendFile file(dir / "a");
  EXPECT_THAT(error_of([&] { AppendFile(dir / "a"); }), HasSubstr("another process is writing it"));
}

TEST(AppendFile, NoticesThatItWasRemoved) {
  const test::TempDir dir;
  AppendFile file(dir / "a");
  file.append("one");
  std::filesystem::remove(dir / "a");
  EXPECT_THAT(error_of([&] { file.append("two"); }), HasSubstr("was removed while it was being written"));
}

TEST(AppendFile, NoticesThatItWasMovedAway) {
  const test::TempDir dir;
  AppendFile file(dir / "a");
  file.append("one");
  std::filesystem::rename(dir / "a", dir / "b");
  EXPECT_EQ(
      error_of([&] { file.append("two"); }),
      (dir / "a").string() +
          ": was moved away while it was being written; the rows so far are in the file that was moved");
  EXPECT_EQ(content_of(dir / "b"), "one\ntwo\n");
}

TEST(AppendFile, NoticesThatAnotherFileHasItsName) {
  const test::TempDir dir;
  AppendFile file(dir / "a");
  file.append("one");
  dir.write("new", "other\n");
  std::filesystem::rename(dir / "a", dir / "b");
  std::filesystem::rename(dir / "new", dir / "a");
  EXPECT_THAT(error_of([&] { file.append("two"); }), HasSubstr("and another file has its name now"));
  EXPECT_EQ(content_of(dir / "a"), "other\n");
}

TEST(AppendFile, MayHaveSeveralNames) {
  const test::TempDir dir;
  AppendFile file(dir / "a");
  std::filesystem::create_hard_link(dir / "a", dir / "b");
  file.append("one");
  EXPECT_EQ(content_of(dir / "b"), "one\n");
}

}  // namespace
}  // namespace certus
