#include "certus/report/p_a_figure.h"

#include <algorithm>
#include <cmath>

#include "certus/metrics/guaranteed_conversion.h"
#include "certus/metrics/p_a_distribution.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

TEST(PaFigure, ShowsTheDistributionFromZeroToOneWhereAllVotesAreKnown) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {1000, 999, 900, 600, 100})};
  const std::vector<std::string> methods{"a"};
  const Figure figure = p_a_figure(logs, methods, Bands::kDrawn, 0.9);
  const Panel& panel = figure.panels.at(0);
  EXPECT_EQ(panel.x.scale, Axis::Scale::kProbit);
  EXPECT_EQ(panel.x.low, 0.001);
  EXPECT_EQ(panel.x.high, 0.999);
  const Series& series = panel.series.at(0);
  EXPECT_EQ(series.x.front(), 0.0);
  EXPECT_EQ(series.x.back(), 1.0);
  const auto expected = p_a_itself(PaDistribution(logs[0].log, 1000), series.x, 0.9);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    EXPECT_EQ(series.y[i], 100.0 * expected[i].value);
    EXPECT_EQ(series.low[i], 100.0 * expected[i].lower);
    EXPECT_EQ(series.high[i], 100.0 * expected[i].upper);
  }
  EXPECT_EQ(series.y.front(), 100.0);
  EXPECT_EQ(series.y.back(), 20.0);
}

TEST(PaFigure, FallsAtZeroByTheImagesWithoutAVote) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {1000, 900, 0, 0})};
  const std::vector<std::string> methods{"a"};
  const Series series = p_a_figure(logs, methods, Bands::kNone, 0.9).panels.at(0).series.at(0);
  EXPECT_EQ(series.y[0], 100.0);
  EXPECT_LT(series.x[1], 1e-300);
  EXPECT_EQ(series.y[1], 50.0);
}

TEST(PaFigure, BeginsAtOneHalfWhereALogTellsNoMore) {
  LoadedLog published = test::loaded_votes("a", 0.5, {1000, 999, 900, 600, 100});
  published.log.label_votes.back() = CertificationLog::kUnknownVotes;
  const std::vector<LoadedLog> one{published};
  const std::vector<std::string> name{"a"};
  const Panel alone = p_a_figure(one, name, Bands::kNone, 0.9).panels.at(0);
  EXPECT_EQ(alone.x.low, 0.5);
  EXPECT_EQ(alone.series.at(0).x.front(), 0.5);
  EXPECT_EQ(alone.series.at(0).y.front(), 80.0);
  const std::vector<LoadedLog> both{published, test::loaded_votes("b", 0.5, {1000, 100})};
  const std::vector<std::string> names{"a", "b"};
  const Panel beside = p_a_figure(both, names, Bands::kNone, 0.9).panels.at(0);
  EXPECT_EQ(beside.x.low, 0.001);
  EXPECT_EQ(beside.series.at(0).x.front(), 0.5);
  EXPECT_EQ(beside.series.at(1).x.front(), 0.0);
}

TEST(PaFigure, FallsInStepsBehindSharesOfVotes) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {1000, 1000, 900, 600, 100})};
  const std::vector<std::string> methods{"a"};
  const Series series = p_a_figure(logs, methods, Bands::kNone, 0.95).panels.at(0).series.at(0);
  std::vector<std::pair<double, double>> falls;  // where, to what
  for (std::size_t i = 1; i < series.x.size(); ++i) {
    if (series.y[i] == series.y[i - 1]) continue;
    EXPECT_EQ(series.x[i], std::nextafter(series.x[i - 1], 1.0)) << "a ramp";
    falls.emplace_back(series.x[i - 1], series.y[i]);
  }
  EXPECT_EQ(falls, (std::vector<std::pair<double, double>>{{0.1, 80.0}, {0.6, 60.0}, {0.9, 40.0}}));
}

TEST(PaFigure, IsFlatFromAllVotesButOneToAll) {
  std::vector<std::int64_t> votes;  // too many shares to draw each
  for (std::int64_t k = 0; k <= 1000; ++k) votes.push_back(k);
  std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, votes)};
  const std::vector<std::string> methods{"a"};
  const Series series = p_a_figure(logs, methods, Bands::kNone, 0.95).panels.at(0).series.at(0);
  const std::size_t last = series.x.size() - 1;
  EXPECT_EQ(series.x[last - 1], std::nextafter(0.999, 1.0));
  EXPECT_EQ(series.y[last - 1], series.y[last]);
  EXPECT_EQ(series.x[last - 2], 0.999);
  EXPECT_GT(series.y[last - 2], series.y[last]);
}

TEST(PaFigure, SeedsAreTheirMeanWithTheirRange) {
  const std::vector<LoadedLog> seeds{test::loaded_votes("a/seed-0/noise_0.5.tsv", 0.5, {900, 800}),
                                     test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, {900, 600})};
  const std::vector<std::string> names{"a", "a"};
  const Figure figure = p_a_figure(seeds, names, Bands::kNone, 0.95);
  ASSERT_EQ(figure.panels[0].series.size(), 1u);
  const Series& series = figure.panels[0].series[0];
  const auto at =
      static_cast<std::size_t>(std::find(series.x.begin(), series.x.end(), 0.8) - series.x.begin());
  ASSERT_LT(at, series.x.size());
  EXPECT_EQ(series.y[at], 75.0);
  EXPECT_EQ(series.low[at], 50.0);
  EXPECT_EQ(series.high[at], 100.0);
}

TEST(PaFigure, SeedsBeginAtOneHalfWhereOneOfThemTellsNoMore) {
  std::vector<LoadedLog> seeds{test::loaded_votes("a/seed-0/noise_0.5.tsv", 0.5, {900, 100}),
                               test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, {900, 200})};
  const std::vector<std::string> names{"a", "a"};
  EXPECT_EQ(p_a_figure(seeds, names, Bands::kNone, 0.95).panels[0].series.at(0).x.front(), 0.0);
  seeds[1].log.label_votes.back() = CertificationLog::kUnknownVotes;
  EXPECT_EQ(p_a_figure(seeds, names, Bands::kNone, 0.95).panels[0].series.at(0).x.front(), 0.5);
}

}  // namespace
}  // namespace certus
