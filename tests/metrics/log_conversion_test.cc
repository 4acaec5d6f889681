#include "certus/metrics/log_conversion.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(LogConversion, GivesEveryMethodAtTheTarget) {
  const LogConversion found =
      convert_log(test::loaded_votes("a.tsv", 0.5, {1000, 900, 100}), {.change = {.n = 100}});
  EXPECT_EQ(found.source.n, 1000);
  EXPECT_EQ(found.target.n, 100);
  ASSERT_THAT(found.methods, SizeIs(4));
  EXPECT_EQ(found.methods[0].conversion.accuracy.size(), found.radii.size());
  EXPECT_TRUE(found.methods[0].acr.has_value());
  EXPECT_FALSE(found.methods[2].acr.has_value());
}

TEST(LogConversion, LeavesOutForAnytimeRecordsWhatNeedsOneNAndRefusesItAlone) {
  const LoadedLog stopped = test::loaded_stopped("a.tsv", {{30, 40}});
  EXPECT_THAT(convert_log(stopped, {}).methods, SizeIs(2));
  EXPECT_THAT(test::error_of([&] { convert_log(stopped, {.method = ConversionMethod::kPredictive}); }),
              HasSubstr("predictive conversion"));
  EXPECT_THAT(test::error_of([&] { convert_log(stopped, {.method = ConversionMethod::kGuaranteed}); }),
              HasSubstr("guaranteed conversion"));
}

TEST(LogConversion, RefusesPredictionLogs) {
  LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, {1000});
  loaded.log.radius.clear();
  EXPECT_THAT(test::error_of([&] { convert_log(loaded, {}); }),
              HasSubstr("a.tsv: a prediction log has no radii to convert"));
}

}  // namespace
}  // namespace certus
