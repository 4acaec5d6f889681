#include "certus/report/printed_method.h"

#include <cmath>

#include "certus/report/accuracy_figure.h"
#include "certus/report/p_a_figure.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

/// P(p_A >= p) at 0.5, 0.9, 0.999 and 1, of images that nobody has.
CurveInversion some_curve() {
  return CurveInversion(PrintedCurve{.kind = PrintedCurve::Kind::kPa,
                                     .path = "ours_0.5.csv",
                                     .points = {{.at = 0.5, .share = 0.6, .half_unit = 0.005},
                                                {.at = 0.9, .share = 0.4, .half_unit = 0.005},
                                                {.at = 0.999, .share = 0.2, .half_unit = 0.005},
                                                {.at = 1.0, .share = 0.1, .half_unit = 0.005}}});
}

TEST(PrintedMethod, IsDrawnAtItsOwnPoints) {
  const std::vector<MethodCurve> printed{printed_p_a(some_curve(), "ours", 0.5)};
  const Figure figure = p_a_figure({}, {}, Bands::kNone, 0.95, printed);
  const Panel& panel = figure.panels.at(0);
  EXPECT_EQ(panel.x.low, 0.5);
  EXPECT_EQ(panel.x.high, 0.999);
  const Series& series = panel.series.at(0);
  EXPECT_EQ(series.label, "ours");
  EXPECT_EQ(series.x, (std::vector<double>{0.5, 0.9, 0.999, 1.0}));
  EXPECT_DOUBLE_EQ(series.y[1], 40.0);
  EXPECT_DOUBLE_EQ(series.low[1], 39.5);
}

TEST(PrintedMethod, StandsBesideLogsWhoseBandsAreNotDrawn) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {1000, 900, 600})};
  const std::vector<std::string> methods{"a"};
  const std::vector<MethodCurve> printed{printed_p_a(some_curve(), "ours", 0.5)};
  const auto series = p_a_figure(logs, methods, Bands::kNone, 0.95, printed).panels.at(0).series;
  EXPECT_TRUE(series.at(0).low.empty());
  EXPECT_FALSE(series.at(1).low.empty());
}

TEST(PrintedMethod, HasAGapWhereTheGridTellsNothingButBounds) {
  const Budget target{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const std::vector<double> radii{0.0, 1.0, 1.7, 1.9};
  const MethodCurve curve = printed_accuracy(some_curve(), "ours", target, radii);
  EXPECT_TRUE(curve.points[1].value > 0.2 && curve.points[1].value < 0.4);
  EXPECT_TRUE(std::isnan(curve.points[2].value));  // between p = 0.999 and 1
  EXPECT_DOUBLE_EQ(curve.points[2].lower, 0.095);
  EXPECT_DOUBLE_EQ(curve.points[2].upper, 0.205);
  EXPECT_DOUBLE_EQ(curve.points[3].value, 0.1);  // all votes
  const std::vector<MethodCurve> printed{curve};
  const Panel panel =
      accuracy_figure({}, std::vector<std::string>{}, {.change = {}, .radii = {}}, printed).panels.at(0);
  EXPECT_EQ(panel.x.high, 1.9);
  EXPECT_EQ(panel.series.at(0).y.size(), 4u);
}

}  // namespace
}  // namespace certus
