#include "certus/metrics/acr.h"

#include "support/logs.h"

namespace certus {
namespace {

TEST(Acr, IsTheMeanOverAllRows) {
  EXPECT_DOUBLE_EQ(average_certified_radius(test::four_rows()), 0.375);
}

}  // namespace
}  // namespace certus
