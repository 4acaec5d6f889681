#include "certus/report/weight_figure.h"

namespace certus {
namespace {

TEST(WeightFigure, ShowsWeightsRelativeToAHardImage) {
  const SamplingWeightParams params;
  const Figure figure = weight_figure(params);
  const auto& series = figure.panels.at(0).series;
  ASSERT_EQ(series.size(), 3u);
  ASSERT_EQ(series[0].x.size(), 17u);
  for (std::int64_t correct = 0; correct <= 16; ++correct) {
    const auto i = static_cast<std::size_t>(correct);
    EXPECT_EQ(series[0].x[i], static_cast<double>(correct));
    EXPECT_EQ(series[0].y[i], sampling_weight(correct, params) / sampling_weight(0, params));
    EXPECT_EQ(series[1].y[i], sampling_weight_as_printed(correct, params));
  }
  EXPECT_NEAR(series[0].y.back(), 7.206, 5e-4);  // what the published code has
  EXPECT_NEAR(series[1].y.back(), 1.642, 5e-4);  // what the paper prints
}

TEST(WeightFigure, ShowsTheRadiusThatTheWeightFollows) {
  const SamplingWeightParams params;
  const Figure figure = weight_figure(params);
  const auto& series = figure.panels.at(0).series;
  for (std::size_t correct = 0; correct < 12; ++correct) {
    EXPECT_EQ(series[2].y[correct], 0.0) << correct;  // nothing is certified,
    EXPECT_EQ(series[0].y[correct], 1.0) << correct;  // and such an image is drawn all the same
  }
  EXPECT_DOUBLE_EQ(series[2].y[12], 1.0);
  for (std::size_t correct = 12; correct <= 16; ++correct)
    EXPECT_NEAR(series[2].y[correct], series[0].y[correct], 1e-9) << correct;
}

}  // namespace
}  // namespace certus
