#include "certus/base/entropy.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

TEST(SystemEntropy, IsNeverTheSameTwice) {
  std::uint64_t ones = 0;
  std::uint64_t zeros = 0;
  for (int i = 0; i < 64; ++i) {
    const std::uint64_t bits = system_entropy();
    EXPECT_NE(bits, system_entropy());
    ones |= bits;
    zeros |= ~bits;
  }
  EXPECT_EQ(ones & zeros, ~std::uint64_t{0}) << "a bit that never changes";
}

}  // namespace
}  // namespace certus
