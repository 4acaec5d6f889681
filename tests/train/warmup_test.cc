#include "certus/train/warmup.h"

namespace certus {
namespace {

TEST(WarmupShare, GrowsEvenlyToOne) {
  EXPECT_DOUBLE_EQ(warmup_share(0, 10), 0.1);
  EXPECT_DOUBLE_EQ(warmup_share(4, 10), 0.5);
  EXPECT_DOUBLE_EQ(warmup_share(9, 10), 1.0);
  EXPECT_DOUBLE_EQ(warmup_share(100, 10), 1.0);
}

TEST(WarmupShare, IsOneWithoutWarmup) {
  EXPECT_DOUBLE_EQ(warmup_share(0, 0), 1.0);
  EXPECT_DOUBLE_EQ(warmup_share(0, 1), 1.0);
}

}  // namespace
}  // namespace certus
