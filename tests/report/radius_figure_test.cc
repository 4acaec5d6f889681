#include "certus/report/radius_figure.h"

#include <cmath>

#include "certus/metrics/theory.h"

namespace certus {
namespace {

TEST(RadiusFigure, ShowsRadiusAndSensitivityOfEachBudget) {
  const std::vector<Budget> budgets{{.n = 100, .alpha = 0.001, .sigma = 0.5},
                                    {.n = 10'000, .alpha = 0.001, .sigma = 0.5}};
  const Figure figure = radius_figure(budgets);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].x.high, 0.9999);
  EXPECT_EQ(figure.panels[1].y.scale, Axis::Scale::kLogarithmic);
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    const Series& radius = figure.panels[0].series.at(b);
    const Series& slope = figure.panels[1].series.at(b);
    EXPECT_EQ(radius.x.front(), 0.5);
    EXPECT_EQ(radius.x.back(), 1.0);
    EXPECT_EQ(radius.y.front(), 0.0);
    EXPECT_TRUE(std::isnan(slope.y.front()));  // nothing is certified there
    for (std::size_t i = 0; i < radius.x.size(); ++i) {
      const RadiusRow row = radius_row(radius.x[i], budgets[b]);
      EXPECT_EQ(radius.y[i], row.radius);
      if (row.sensitivity > 0.0) {
        EXPECT_EQ(slope.y[i], row.sensitivity);
      }
    }
  }
  EXPECT_EQ(figure.panels[0].series[1].label, "n = 10,000");
  EXPECT_EQ(radius_figure({budgets[0]}).panels[0].series[0].label, "");
}

TEST(RadiusFigure, HasEveryCountNearOne) {
  const auto x = radius_figure({{.n = 1000, .alpha = 0.001, .sigma = 1.0}}).panels[0].series[0].x;
  ASSERT_GT(x.size(), 30u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(x[x.size() - 1 - i], static_cast<double>(1000 - i) / 1000.0);
}

}  // namespace
}  // namespace certus
