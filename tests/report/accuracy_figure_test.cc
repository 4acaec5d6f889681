#include "certus/report/accuracy_figure.h"

#include <cmath>

#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/report/budgets_sentence.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

using ::testing::ElementsAre;

const std::vector<LoadedLog>& logs() {
  static const std::vector<LoadedLog> logs{
      test::loaded_votes("a/noise_0.25.tsv", 0.25, {1000, 990, 900, 600, 100}),
      test::loaded_votes("a/noise_0.5.tsv", 0.5, {1000, 950, 700, 300, 0}),
      test::loaded_votes("b/noise_0.25.tsv", 0.25, {980, 970, 960, 950, 100})};
  return logs;
}
const std::vector<std::string> kMethods{"a", "a", "b"};

TEST(AccuracyFigure, ShowsCertifiedAccuracyInPercent) {
  const std::vector<double> radii{0.0, 0.25, 0.5};
  const Figure figure = accuracy_figure(logs(), kMethods, {.radii = radii, .bands = Bands::kDrawn});
  ASSERT_EQ(figure.panels.size(), 1u);
  for (std::size_t i = 0; i < logs().size(); ++i) {
    const Series& series = figure.panels[0].series[i];
    const auto expected = certified_accuracy(logs()[i].log, radii, 0.95);
    ASSERT_EQ(series.x, radii) << i;
    for (std::size_t k = 0; k < radii.size(); ++k) {
      EXPECT_EQ(series.y[k], 100.0 * expected[k].value);
      EXPECT_EQ(series.low[k], 100.0 * expected[k].lower);
      EXPECT_EQ(series.high[k], 100.0 * expected[k].upper);
    }
  }
  EXPECT_THAT(figure.notes, ElementsAre("n = 1,000, alpha = 0.001"));
}

TEST(AccuracyFigure, DrawsDenselyAndEndsCurvesAtZero) {
  const Figure figure = accuracy_figure(logs(), kMethods, {});
  const Series& narrow = figure.panels[0].series[0];
  EXPECT_GE(narrow.x.size(), 50u);
  EXPECT_EQ(narrow.y.front(), 80.0);
  EXPECT_EQ(narrow.y.back(), 0.0);
  EXPECT_GT(narrow.y[narrow.y.size() - 2], 0.0);
  EXPECT_LT(narrow.x.back(), figure.panels[0].series[1].x.back());
}

TEST(AccuracyFigure, ShowsAnotherBudgetByPlugIn) {
  const BudgetChange change{.n = 100, .alpha = 0.01};
  const std::vector<double> radii{0.0, 0.25};
  const Figure figure = accuracy_figure(logs(), kMethods, {.change = change, .radii = radii});
  for (std::size_t i = 0; i < logs().size(); ++i) {
    const auto expected = certified_accuracy_at(logs()[i], change, radii, 0.95);
    EXPECT_EQ(figure.panels[0].series[i].y[1], 100.0 * expected[1].value);
  }
  EXPECT_THAT(figure.notes,
              ElementsAre("n = 100, alpha = 0.01, converted by plug-in from n = 1,000, alpha = 0.001"));
}

TEST(AccuracyFigure, FallsInStepsBehindTheRadiiOfASmallBudget) {
  const BudgetChange change{.n = 10, .alpha = 0.5};
  const Figure figure = accuracy_figure(logs(), kMethods, {.change = change});
  for (std::size_t log = 0; log < logs().size(); ++log) {
    const Series& series = figure.panels[0].series[log];
    const Budget target = change.of(logs()[log].budget());
    for (std::size_t i = 1; i < series.x.size(); ++i) {
      if (series.y[i] == series.y[i - 1]) continue;
      EXPECT_EQ(series.x[i], std::nextafter(series.x[i - 1], 10.0)) << "a ramp";
      const auto k = k_min(series.x[i - 1], target);
      ASSERT_TRUE(k);
      EXPECT_EQ(series.x[i - 1], *certified_radius(*k, target));
    }
    EXPECT_EQ(series.y.back(), 0.0);
  }
  // Ten votes of ten reach this far, and the curve does.
  EXPECT_EQ(figure.panels[0].series[0].x.back(),
            std::nextafter(*largest_radius(change.of(logs()[0].budget())), 10.0));
}

TEST(AccuracyFigure, TakesTheBestOverSigma) {
  const std::vector<double> radii{0.0, 0.25, 0.5, 0.75};
  const Figure figure = accuracy_figure(logs(), kMethods, {.radii = radii, .best_over_sigma = true});
  const auto best = best_over_sigma(logs(), radii);
  const auto& series = figure.panels[0].series;
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].label, "a");
  EXPECT_EQ(series[1].label, "b");
  for (std::size_t k = 0; k < radii.size(); ++k) EXPECT_EQ(series[0].y[k], 100.0 * best[0].points[k].value);
}

TEST(BudgetsSentence, NamesEveryBudget) {
  std::vector<LoadedLog> mixed = logs();
  mixed[1].n.value = 200;
  EXPECT_EQ(budgets_sentence(mixed, {}), "n = 1,000, alpha = 0.001; n = 200, alpha = 0.001");
  EXPECT_EQ(
      budgets_sentence(mixed, {.n = 100, .alpha = {}}),
      "n = 100, alpha = 0.001, converted by plug-in from n = 1,000, alpha = 0.001; n = 200, alpha = 0.001");
}

TEST(BudgetsSentence, TellsOfMoreVotesThanWereMade) {
  EXPECT_EQ(
      budgets_sentence(logs(), {.n = 10'000, .alpha = {}}),
      "n = 10,000, alpha = 0.001, converted by plug-in from n = 1,000, alpha = 0.001; p_A = votes / n is "
      "taken beyond the votes made");
}

TEST(AccuracyFigure, TellsOfLogsThatCertifyNothing) {
  std::vector<LoadedLog> some = logs();
  some[2] = test::loaded_votes("b/noise_0.25.tsv", 0.25, {500, 400});
  EXPECT_THAT(accuracy_figure(some, kMethods, {}).notes,
              ElementsAre(testing::_, "b/noise_0.25.tsv: certifies no image as its label; its curve is 0"));
}

TEST(AccuracyFigure, SeedsAreTheirMeanWithTheirRange) {
  const std::vector<LoadedLog> seeds{test::loaded_votes("a/seed-0/noise_0.5.tsv", 0.5, {1000, 1000, 0, 0}),
                                     test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, {1000, 0, 0, 0})};
  const std::vector<std::string> names{"a", "a"};
  const Figure figure = accuracy_figure(seeds, names, {.radii = {0.0}});
  ASSERT_EQ(figure.panels[0].series.size(), 1u);
  const Series& series = figure.panels[0].series[0];
  EXPECT_EQ(series.y, std::vector<double>{37.5});
  EXPECT_EQ(series.low, std::vector<double>{25});
  EXPECT_EQ(series.high, std::vector<double>{50});
  ASSERT_EQ(figure.notes.size(), 2u);
  EXPECT_THAT(figure.notes[1], ::testing::HasSubstr("a at sigma 0.5 (2 seeds)"));
}

}  // namespace
}  // namespace certus
