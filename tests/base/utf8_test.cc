#include "certus/base/utf8.h"

namespace certus {
namespace {

TEST(Utf8, KeepsTextOfEveryLength) {
  const std::string text = "a\u00e9\u03c3\u65e5\U0001F600";
  EXPECT_EQ(valid_utf8(text), text);
}

TEST(Utf8, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(valid_utf8("\xe6\x97"), "\uFFFD\uFFFD");            // cut off
  EXPECT_EQ(valid_utf8("\xc0\xaf"), "\uFFFD\uFFFD");            // longer than it need be
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a pair of UTF-16
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80").size(), 4u * 3u);    // beyond the last
  EXPECT_EQ(valid_utf8("\xe6\x97\xa5\x80"), "\u65e5\uFFFD");
}

TEST(Utf8, ShowsWhatWouldSteerATerminal) {
  EXPECT_EQ(visible_text("a\tb\n"), "a\tb\n");
  EXPECT_EQ(visible_text("\u03c3 \u2265 \u65e5"), "\u03c3 \u2265 \u65e5");
  EXPECT_EQ(visible_text("\x1b[31mred\r"), "\\u001b[31mred\\u000d");
  EXPECT_EQ(visible_text("\u009b31m \x7f"), "\\u009b31m \\u007f");
  EXPECT_EQ(visible_text("a\u202eb\u2066c\u2069d\u200f"), "a\\u202eb\\u2066c\\u2069d\\u200f");
  EXPECT_EQ(visible_text("a\u2028b"), "a\\u2028b");
  EXPECT_EQ(visible_text("\x9b"), "\uFFFD");  // C1 in other encodings
}

TEST(Utf8, MakesOneLine) {
  EXPECT_EQ(one_line("a\nb\tc\x7f"
                     "d\u0085e\u2028f\u00a0g"),
            "a b c d e f\u00a0g");
}

}  // namespace
}  // namespace certus
