#include "certus/report/sweep_figure.h"

#include "certus/metrics/acr.h"
#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;

std::vector<LoadedLog> sweep_logs() {
  return {test::loaded_votes("a/s=4/seed-0/noise_0.5.tsv", 0.5, {1000, 1000, 0, 0}),
          test::loaded_votes("a/s=4/seed-1/noise_0.5.tsv", 0.5, {1000, 0, 0, 0}),
          test::loaded_votes("a/s=2/seed-0/noise_0.5.tsv", 0.5, {1000, 1000, 1000, 0})};
}

TEST(SweepFigure, HasAPanelForEachMetricAndALineForEachMethod) {
  const auto logs = sweep_logs();
  const auto groups =
      log_groups(logs, std::vector<std::string>{"a", "a", "a"}, std::vector<std::string>{"4", "4", "2"});
  const Figure figure = sweep_figure(logs, groups, "attack.steps",
                                     {SweepMetric::parse("accuracy:0.5"), SweepMetric::parse("acr")});
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].x.label, "attack.steps");
  ASSERT_EQ(figure.panels[0].series.size(), 1u);
  const Series& accuracy = figure.panels[0].series[0];
  EXPECT_EQ(accuracy.label, "a");
  EXPECT_THAT(accuracy.x, ElementsAre(2, 4));
  EXPECT_THAT(accuracy.y, ElementsAre(75, 37.5));
  EXPECT_THAT(accuracy.low, ElementsAre(75, 25));
  EXPECT_THAT(accuracy.high, ElementsAre(75, 50));
  EXPECT_EQ(accuracy.spread, Series::Spread::kErrorBars);
  const Series& acr = figure.panels[1].series[0];
  EXPECT_EQ(acr.label, "");  // explained by the first panel
  EXPECT_EQ(acr.y[0], average_certified_radius(logs[2].log));
}

TEST(SweepFigure, TextsStandSideBySideAndWideRangesAreLogarithmic) {
  const auto logs = sweep_logs();
  const std::vector<std::string> names{"a", "a", "a"};
  const auto figure_of = [&](const std::vector<std::string>& values) {
    return sweep_figure(logs, log_groups(logs, names, values), "k", {SweepMetric::parse("p_a:0.9")});
  };
  const Figure texts = figure_of({"linf", "l2", "l2"});
  EXPECT_THAT(texts.panels[0].x.ticks, ElementsAre(std::pair<double, std::string>(0, "l2"),
                                                   std::pair<double, std::string>(1, "linf")));
  EXPECT_THAT(texts.panels[0].series[0].x, ElementsAre(0, 1));
  EXPECT_EQ(figure_of({"1", "10", "100"}).panels[0].x.scale, Axis::Scale::kLogarithmic);
  EXPECT_EQ(figure_of({"0", "10", "100"}).panels[0].x.scale, Axis::Scale::kLinear);
}

TEST(SweepFigure, RefusesMetricsThatItDoesNotKnow) {
  for (const char* text : {"ACR", "accuracy", "accuracy:", "accuracy:-1", "p_a:1.5", "p_a:x"}) {
    EXPECT_EQ(test::error_of([&] { SweepMetric::parse(text); }),
              std::string("the metric is '") + text +
                  "', expected acr, accuracy:R with a radius R, or p_a:P with P in [0, 1]");
  }
}

}  // namespace
}  // namespace certus
