#include "certus/kernels/peak_rate.h"

#include <gmock/gmock.h>

#include <cmath>

namespace certus {
namespace {

TEST(PeakRate, IsAPositiveNumberAndNamesWhatWasMeasured) {
  const PeakRate peak = measure_peak_rate(2);
  EXPECT_TRUE(std::isfinite(peak.float_ops) && std::isfinite(peak.byte_ops));
  // No processor that runs this is slower, however busy.
  EXPECT_GT(peak.float_ops, 1e6);
  EXPECT_GT(peak.byte_ops, 1e6);
  EXPECT_FALSE(peak.float_instruction.empty());
  EXPECT_FALSE(peak.byte_instruction.empty());
}

}  // namespace
}  // namespace certus
