#include "certus/report/method_curves.h"

namespace certus {
namespace {

MethodCurve curve_of(const std::string& method, std::optional<double> sigma) {
  return {.method = method,
          .sigma = sigma,
          .points = {{.at = 0.0, .value = 0.5, .lower = 0.25, .upper = 0.75}, {.at = 1.0, .value = 0.125}}};
}

TEST(MethodCurves, AreInPercentWithBandsOnRequest) {
  const auto plain = method_series({curve_of("a", 0.5)}, Bands::kNone);
  ASSERT_EQ(plain.size(), 1u);
  EXPECT_EQ(plain[0].label, "a");
  EXPECT_EQ(plain[0].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(plain[0].y, (std::vector<double>{50, 12.5}));
  EXPECT_TRUE(plain[0].low.empty());
  const auto banded = method_series({curve_of("a", 0.5)}, Bands::kDrawn);
  EXPECT_EQ(banded[0].low, (std::vector<double>{25, 0}));
  EXPECT_EQ(banded[0].high, (std::vector<double>{75, 100}));
}

TEST(MethodCurves, OneSigmaHasAColourForEachMethod) {
  const auto series = method_series({curve_of("a", 0.5), curve_of("b", 0.5)}, Bands::kNone);
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[1].label, "b");
  EXPECT_NE(series[0].colour, series[1].colour);
  EXPECT_EQ(series[0].dash, series[1].dash);
}

TEST(MethodCurves, OneMethodHasAColourForEachSigma) {
  const auto series = method_series({curve_of("a", 1.0), curve_of("a", 0.25)}, Bands::kNone);
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].label, "\u03c3 = 1");
  EXPECT_EQ(series[1].label, "\u03c3 = 0.25");
  EXPECT_EQ(series[1].colour, 0);  // by rising sigma
  EXPECT_EQ(series[0].colour, 1);
}

TEST(MethodCurves, MethodsAreColoursAndSigmasDashesWhereBothVary) {
  const auto series = method_series(
      {curve_of("a", 0.25), curve_of("a", 1.0), curve_of("b", 0.25), curve_of("b", 1.0)}, Bands::kNone);
  ASSERT_EQ(series.size(), 8u);  // four curves, two methods, two sigmas
  EXPECT_EQ(series[0].colour, series[1].colour);
  EXPECT_NE(series[0].dash, series[1].dash);
  EXPECT_EQ(series[1].dash, series[3].dash);
  EXPECT_NE(series[1].colour, series[3].colour);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(series[static_cast<std::size_t>(i)].label, "");
  EXPECT_EQ(series[4].label, "a");
  EXPECT_EQ(series[4].colour, series[0].colour);
  EXPECT_TRUE(series[4].x.empty());
  EXPECT_EQ(series[7].label, "\u03c3 = 1");
  EXPECT_EQ(series[7].colour, Series::kNeutral);
  EXPECT_EQ(series[7].dash, series[1].dash);
}

}  // namespace
}  // namespace certus
