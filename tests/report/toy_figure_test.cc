#include "certus/report/toy_figure.h"

#include <algorithm>

#include "certus/metrics/theory.h"

namespace certus {
namespace {

double value_at(const Series& series, double n) {
  const auto found = std::find(series.x.begin(), series.x.end(), n);
  EXPECT_NE(found, series.x.end()) << n;
  return series.y[static_cast<std::size_t>(found - series.x.begin())];
}

TEST(ToyFigure, ShowsTheOrderTurnTwice) {
  const Figure figure = toy_figure(0.9, {.n = 10'000, .alpha = 0.001, .sigma = 1.0});
  const auto& series = figure.panels.at(0).series;
  ASSERT_EQ(series.size(), 3u);
  // The paper's numbers, and what they are in expectation.
  EXPECT_NEAR(value_at(series[0], 50), 0.565479, 5e-7);
  EXPECT_NEAR(value_at(series[1], 50), 0.543730, 5e-7);
  EXPECT_NEAR(value_at(series[2], 50), 0.560283, 5e-7);
  EXPECT_GT(value_at(series[1], 100), value_at(series[0], 100));
  EXPECT_GT(value_at(series[0], 200), value_at(series[1], 200));
  EXPECT_GT(value_at(series[2], 200), value_at(series[0], 200));
  EXPECT_GT(value_at(series[0], 10'000), value_at(series[2], 10'000));
  for (const Series& one : series) {
    EXPECT_EQ(one.x.back(), 10'000.0);
    EXPECT_TRUE(std::is_sorted(one.x.begin(), one.x.end()));
    EXPECT_EQ(std::adjacent_find(one.x.begin(), one.x.end()), one.x.end());
  }
}

TEST(ToyFigure, IsOfTheClassifierThatWasAskedFor) {
  const Budget budget{.n = 300, .alpha = 0.01, .sigma = 0.5};
  const auto series = toy_figure(0.8, budget).panels.at(0).series;
  const ToyRow row = toy_row(0.8, budget);
  EXPECT_EQ(series[0].y.back(), row.trivial);
  EXPECT_EQ(series[1].y.back(), row.plug_in);
  EXPECT_EQ(series[2].y.back(), row.expected);
}

}  // namespace
}  // namespace certus
