#include "certus/base/file.h"

#include <sys/stat.h>

#include "support/temp_dir.h"

namespace certus {
namespace {

using test::content_of;
using test::error_of;
using ::testing::HasSubstr;

TEST(WriteFile, RefusesToOverwriteUnlessAllowed) {
  const test::TempDir dir;
  write_file(dir / "a", "one", Overwrite::kRefuse);
  EXPECT_THAT(error_of([&] { write_file(dir / "a", "two", Overwrite::kRefuse); }),
              HasSubstr("a: exists already"));
  EXPECT_EQ(content_of(dir / "a"), "one");
  write_file(dir / "a", "two", Overwrite::kAllow);
  EXPECT_EQ(content_of(dir / "a"), "two");
}

TEST(WriteFile, LeavesNothingBehindWhenItFails) {
  const test::TempDir dir;
  EXPECT_THAT(error_of([&] { write_file(dir / "no/such/file", "x", Overwrite::kAllow); }),
              HasSubstr("cannot be created"));
  EXPECT_THAT(error_of([&] { write_file(dir.path(), "x", Overwrite::kAllow); }), HasSubstr("is a directory"));
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(ReadFile, NamesTheFileThatIsMissingTooLargeOrAFolder) {
  const test::TempDir dir;
  EXPECT_THAT(error_of([&] { read_file(dir / "none", 10); }),
              HasSubstr("none: cannot be opened: No such file"));
  EXPECT_THAT(error_of([&] { read_file(dir.path(), 10); }), HasSubstr("is a directory"));
  EXPECT_THAT(error_of([&] { read_file(dir.write("big", std::string(11, 'x')), 10); }),
              HasSubstr("larger than 10 bytes"));
}

TEST(LineReader, TakesEitherLineEndAndAMissingLastOne) {
  const test::TempDir dir;
  LineReader reader(dir.write("a", "one\r\n\ntwo\nthree"));
  std::string_view line;
  std::vector<std::string> lines;
  while (reader.next(line)) lines.emplace_back(line);
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "two", "three"}));
  EXPECT_EQ(reader.line_number(), 4u);
}

TEST(LineReader, CrossesItsBufferWithoutLosingAByte) {
  const test::TempDir dir;
  std::string content;
  for (int i = 0; i < 300'000; ++i) content += std::to_string(i) + "\n";  // more than one buffer
  LineReader reader(dir.write("a", content));
  std::string_view line;
  for (int i = 0; i < 300'000; ++i) {
    ASSERT_TRUE(reader.next(line));
    ASSERT_EQ(line, std::to_string(i));
  }
  EXPECT_FALSE(reader.next(line));
}

TEST(LineReader, GivesUpOnALineThatIsNoText) {
  const test::TempDir dir;
  LineReader reader(dir.write("a", std::string(LineReader::kMaxLineBytes + 1, 'x')));
  std::string_view line;
  EXPECT_THAT(error_of([&] { reader.next(line); }), HasSubstr("a:1: line of more than 1048576 bytes"));
}

TEST(CheckCanReadTwice, RefusesPipes) {
  const test::TempDir dir;
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(
      error_of([&] { check_can_read_twice(dir / "pipe"); }),
      HasSubstr(
          "pipe: is a pipe or a device, but it has to be read more than once; save it to a file first"));
  check_can_read_twice(dir.write("a", "b"));
  check_can_read_twice(dir / "none");  // who reads it tells
}

}  // namespace
}  // namespace certus
