#include "certus/base/wrapped_text.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(WrappedText, BreaksAtBlanksAndFillsLines) {
  EXPECT_EQ(wrapped_text("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped_text("one two three", 6), "one\ntwo\nthree\n");
  EXPECT_EQ(wrapped_text("one two", 80), "one two\n");
  EXPECT_EQ(wrapped_text("", 80), "\n");
}

TEST(WrappedText, IndentsTheFirstLineAndAllOthers) {
  EXPECT_EQ(wrapped_text("one two three", 8, {.first = 1, .others = 3}), " one two\n   three\n");
}

TEST(WrappedText, KeepsLineBreaksAndLongWords) {
  EXPECT_EQ(wrapped_text("a\n\nb c", 80), "a\n\nb c\n");
  EXPECT_EQ(wrapped_text("a/very/long/path: is missing", 10), "a/very/long/path:\nis missing\n");
}

TEST(WrappedText, CountsCharactersAndNotBytes) {
  EXPECT_EQ(columns_of("\u03c3 = 1"), 5u);
  EXPECT_EQ(wrapped_text("\u03c3\u03c3 \u03c3\u03c3", 5), "\u03c3\u03c3 \u03c3\u03c3\n");
}

}  // namespace
}  // namespace certus
