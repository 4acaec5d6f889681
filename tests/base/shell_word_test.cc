#include "certus/base/shell_word.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(ShellWord, QuotesOnlyWhatAShellWouldChange) {
  EXPECT_EQ(shell_word("runs/a-b_1.safetensors"), "runs/a-b_1.safetensors");
  EXPECT_EQ(shell_word("train.epochs=3"), "train.epochs=3");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

}  // namespace
}  // namespace certus
