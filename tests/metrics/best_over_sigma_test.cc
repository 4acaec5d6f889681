#include "certus/metrics/best_over_sigma.h"

#include <gtest/gtest.h>

namespace certus {
namespace {

LoadedLog log_at(const std::string& path, double sigma, std::vector<double> radii) {
  LoadedLog loaded;
  loaded.log.path = path;
  loaded.sigma = {sigma, Source::kPath};
  for (const double radius : radii) {
    loaded.log.idx.push_back(static_cast<std::int64_t>(loaded.log.idx.size()));
    loaded.log.label.push_back(0);
    loaded.log.predicted.push_back(radius > 0.0 ? 0 : -1);
    loaded.log.radius.push_back(radius);
  }
  return loaded;
}

TEST(BestOverSigma, TakesTheBestOfEachMethodAndNamesItsSigma) {
  const std::vector<LoadedLog> logs = {log_at("a/noise_0.5.tsv", 0.5, {1.5, 0.0}),
                                       log_at("b/noise_0.5.tsv", 0.5, {0.3, 0.3}),
                                       log_at("a/noise_0.25.tsv", 0.25, {0.5, 0.4})};
  const auto best = best_over_sigma(logs, std::vector<double>{0.0, 0.45, 1.0, 2.0});
  ASSERT_EQ(best.size(), 2u);
  EXPECT_EQ(best[0].method, "a/noise_*.tsv");
  EXPECT_EQ(best[0].sigmas, (std::vector<double>{0.25, 0.5}));
  const double values[] = {1.0, 0.5, 0.5, 0.0};
  const double sigmas[] = {0.25, 0.25, 0.5, 0.25};  // the smaller sigma of equals
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(best[0].points[i].value, values[i]);
    EXPECT_EQ(best[0].points[i].sigma, sigmas[i]);
  }
  EXPECT_EQ(best[1].method, "b/noise_*.tsv");
  ASSERT_TRUE(best[0].points[1].interval);  // one of two images at both sigmas
  EXPECT_NEAR(best[0].points[1].interval->upper, clopper_pearson_upper(1, 2, 0.05 / 2).p, 1e-15);
  EXPECT_NEAR(best[0].points[1].interval->lower, clopper_pearson_lower(1, 2, 0.05 / 4).p, 1e-15);
}

TEST(BestOverSigma, IsOfTheMeanOverSeeds) {
  const std::vector<LoadedLog> logs = {log_at("a/seed-0/noise_0.5.tsv", 0.5, {1.0, 0.0}),
                                       log_at("a/seed-1/noise_0.5.tsv", 0.5, {1.0, 1.0}),
                                       log_at("a/seed-0/noise_1.0.tsv", 1.0, {1.0, 1.0, 1.0, 1.0, 0.0})};
  const auto best = best_over_sigma(logs, std::vector<double>{0.5});
  ASSERT_EQ(best.size(), 1u);
  EXPECT_EQ(best[0].points[0].value, 0.8);  // not seed 1's 1
  EXPECT_EQ(best[0].points[0].sigma, 1.0);
}

}  // namespace
}  // namespace certus
