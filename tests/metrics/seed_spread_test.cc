#include "certus/metrics/seed_spread.h"

#include <cmath>

namespace certus {
namespace {

TEST(SeedSpread, HasTheDeviationWithOneLessThanTheSeeds) {
  const SeedSpread spread = seed_spread(std::vector<double>{2.0, 4.0, 9.0});
  EXPECT_EQ(spread.mean, 5.0);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(13.0));  // (9 + 1 + 16) / 2
  EXPECT_EQ(spread.low, 2.0);
  EXPECT_EQ(spread.high, 9.0);
}

TEST(SeedSpread, OfOneValueIsUnknown) {
  const SeedSpread spread = seed_spread(std::vector<double>{0.1});
  EXPECT_EQ(spread.mean, 0.1);
  EXPECT_TRUE(std::isnan(spread.deviation));
  EXPECT_EQ(spread.high, 0.1);
}

TEST(SeedSpread, OfAMissingValueIsMissing) {
  EXPECT_TRUE(std::isnan(seed_spread(std::vector<double>{0.1, NAN}).mean));
}

}  // namespace
}  // namespace certus
