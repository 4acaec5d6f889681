#include "certus/base/shell_word.h"

namespace certus {
namespace {

TEST(ShellWord, LeavesPlainWordsAlone) {
  EXPECT_EQ(shell_word("logs/noise_0.5.tsv"), "logs/noise_0.5.tsv");
}

TEST(ShellWord, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(shell_word("two words"), "'two words'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace certus
