#include "certus/report/p_a_figure.h"

#include "certus/metrics/p_a_distribution.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

TEST(PaFigure, ShowsTheDistributionFromOneHalfToOne) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {1000, 999, 900, 600, 100})};
  const std::vector<std::string> methods{"a"};
  const Figure figure = p_a_figure(logs, methods, Bands::kDrawn, 0.9);
  const Panel& panel = figure.panels.at(0);
  EXPECT_EQ(panel.x.scale, Axis::Scale::kProbit);
  EXPECT_EQ(panel.x.high, 0.999);
  const Series& series = panel.series.at(0);
  EXPECT_EQ(series.x.front(), 0.5);
  EXPECT_EQ(series.x.back(), 1.0);
  const auto expected = PaDistribution(logs[0].log, 1000).curve(series.x, 0.9);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    EXPECT_EQ(series.y[i], 100.0 * expected[i].value);
    EXPECT_EQ(series.low[i], 100.0 * expected[i].lower);
    EXPECT_EQ(series.high[i], 100.0 * expected[i].upper);
  }
  EXPECT_EQ(series.y.front(), 80.0);
  EXPECT_EQ(series.y.back(), 20.0);
}

}  // namespace
}  // namespace certus
