#include "certus/report/method_curves.h"

#include "certus/base/error.h"

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

TEST(MethodCurves, MethodsOfTheFieldKeepTheirColour) {
  const auto series = method_series({curve_of("ours", 0.5), curve_of("gaussian", 0.5)}, Bands::kNone);
  EXPECT_EQ(series[0].colour, 1);
  EXPECT_EQ(series[1].colour, 0);
}

TEST(MethodCurves, SeedsAreOneCurveWithTheirRange) {
  const LogGroup group{.method = "a", .sigma = 0.5, .members = {0, 1, 2}, .seeds = {"0", "1", "2"}};
  const auto of = [](double value) {
    return std::vector<Estimate>{{.at = 1.0, .value = value, .lower = 0.0, .upper = 1.0}};
  };
  const MethodCurve curve = group_curve(group, {of(0.25), of(0.75), of(0.5)});
  EXPECT_TRUE(curve.is_mean);
  const auto series = method_series({curve}, Bands::kNone);
  ASSERT_EQ(series.size(), 1u);
  EXPECT_EQ(series[0].y, std::vector<double>{50});
  EXPECT_EQ(series[0].low, std::vector<double>{25});
  EXPECT_EQ(series[0].high, std::vector<double>{75});
  const LogGroup alone{.method = "b", .sigma = 0.5, .members = {3}, .seeds = {""}};
  EXPECT_TRUE(method_series({group_curve(alone, {of(0.5)})}, Bands::kNone)[0].low.empty());
  const std::vector<LogGroup> both{group, alone};
  EXPECT_EQ(
      seeds_sentence(both),
      "means over training seeds, with bands or bars from the lowest to the highest of them: a at sigma 0.5 "
      "(3 seeds)");
  EXPECT_EQ(seeds_sentence(std::span(both).subspan(1)), "");
  check_bands(both, Bands::kNone);
  EXPECT_THROW(check_bands(both, Bands::kDrawn), Error);
}

TEST(MethodCurves, OfASweepAreShadesInTheOrderOfItsValues) {
  MethodCurve ten = curve_of("a", 0.5);
  ten.value = "10";
  MethodCurve two = ten;
  two.value = "2";
  MethodCurve four = ten;
  four.value = "4";
  const auto series = sweep_series({ten, two, four}, Bands::kNone, "attack.steps");
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(series[0].label, "steps = 10");
  EXPECT_EQ(series[0].shade, 1.0);
  EXPECT_EQ(series[1].shade, 0.0);
  EXPECT_EQ(series[2].shade, 0.5);
  MethodCurve other = two;
  other.method = "b";
  const auto with_dashes = sweep_series({ten, two, other}, Bands::kNone, "attack.steps");
  ASSERT_EQ(with_dashes.size(), 7u);  // three curves, two values, two methods
  EXPECT_EQ(with_dashes[0].label, "");
  EXPECT_NE(with_dashes[1].dash, with_dashes[2].dash);
  EXPECT_EQ(with_dashes[1].shade, with_dashes[2].shade);
  EXPECT_EQ(with_dashes[3].label, "steps = 2");
  EXPECT_EQ(with_dashes[6].label, "b, \u03c3 = 0.5");
}

}  // namespace
}  // namespace certus
