#include "certus/metrics/curve_inversion.h"

#include <cmath>

#include "certus/metrics/budget_conversion.h"
#include "certus/stats/binomial.h"
#include "certus/stats/keyed_random.h"
#include "support/known_populations.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

TEST(CurveInversion, BoundsWhatTheGridLeavesOpen) {
  const test::TempDir dir;
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const PrintedCurve curve =
      read_printed_curve(dir.write("c.csv", "radius,accuracy\n0,60.0\n0.5,45.0\n1,30.0\n2,0\n").string());
  const CurveInversion inversion(curve, budget);
  ASSERT_EQ(inversion.known_points().size(), 3u);  // radius 2 lies beyond the cap and says nothing
  const double p_half = inversion.known_points()[1];
  EXPECT_EQ(p_half, static_cast<double>(*k_min(0.5, budget)) / 1e5);
  const Estimate there = inversion.share_at_least(p_half);
  EXPECT_DOUBLE_EQ(there.value, 0.45);
  EXPECT_DOUBLE_EQ(there.lower, 0.4495);
  const Estimate between = inversion.share_at_least(0.9);
  EXPECT_DOUBLE_EQ(between.lower, 0.2995);
  EXPECT_DOUBLE_EQ(between.upper, 0.4505);
  EXPECT_TRUE(between.value > 0.30 && between.value < 0.45);
  const Estimate beyond = inversion.share_at_least(0.9999);
  EXPECT_EQ(beyond.lower, 0.0);
  EXPECT_TRUE(std::isnan(beyond.value));  // no value is made up where nothing was printed
  EXPECT_DOUBLE_EQ(beyond.upper, 0.3005);
  // Converting to its own budget gives the printed curve back.
  const auto same = inversion.convert(budget, std::vector<double>{0.0, 0.5, 1.0});
  EXPECT_DOUBLE_EQ(same[0].value, 0.6);
  EXPECT_DOUBLE_EQ(same[2].value, 0.3);
}

TEST(CurveInversion, RefusesAccuracyThatTheBudgetCannotHave) {
  const PrintedCurve curve{.path = "c.csv", .points = {{.at = 2.0, .share = 0.2}}};
  EXPECT_THAT(test::error_of([&] { CurveInversion(curve, {.n = 100'000, .alpha = 0.001, .sigma = 0.5}); }),
              ::testing::HasSubstr("can certify at most 1.905728"));
}

TEST(CurveInversion, TakesACurveOfPaAsItStands) {
  const PrintedCurve curve{.kind = PrintedCurve::Kind::kPa,
                           .path = "c.csv",
                           .points = {{.at = 0.0, .share = 1.0, .half_unit = 0.005},
                                      {.at = 0.5, .share = 0.6, .half_unit = 0.005},
                                      {.at = 0.81, .share = 0.4, .half_unit = 0.005},
                                      {.at = 0.9, .share = 0.3, .half_unit = 0.005},
                                      {.at = 1.0, .share = 0.1, .half_unit = 0.005}}};
  const CurveInversion inversion(curve);
  EXPECT_EQ(inversion.known_points(), (std::vector<double>{0.0, 0.5, 0.81, 0.9, 1.0}));
  EXPECT_EQ(inversion.share_at_least(0.9).value, 0.3);
  for (const double near : {std::nextafter(0.81, 0.0), 0.81, std::nextafter(0.81, 1.0)}) {
    EXPECT_EQ(inversion.share_at_least(near).value, 0.4);  // as files round 0.81
    EXPECT_DOUBLE_EQ(inversion.share_at_least(near).lower, 0.395);
  }
  EXPECT_TRUE(std::isnan(inversion.share_at_least(0.25).value));
  EXPECT_DOUBLE_EQ(inversion.share_at_least(0.25).upper, 1.0);
  EXPECT_DOUBLE_EQ(inversion.share_at_least(0.25).lower, 0.595);
  EXPECT_TRUE(std::isnan(inversion.share_at_least(0.99).value));
  EXPECT_DOUBLE_EQ(inversion.share_at_least(0.99).lower, 0.095);
  // 81 of 100 votes certify a radius of 0.5 at alpha = 0.01: the paper's own example.
  const auto converted =
      inversion.convert({.n = 100, .alpha = 0.01, .sigma = 1.0}, std::vector<double>{0.5, 3.0});
  EXPECT_EQ(converted[0].value, 0.4);
  EXPECT_EQ(converted[1].upper, 0.0);
}

TEST(CurveInversion, ContainsTheTruthOfASimulatedModel) {
  // A model of known votes, its curve printed with one decimal, converted from the print: bounds hold the
  // real value.
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < 3000; ++i)
    votes.push_back(
        binomial_quantile(keyed_uniform(5, 1, i), 10'000, test::like_cifar(keyed_uniform(5, 0, i))));
  const Budget source{.n = 10'000, .alpha = 0.001, .sigma = 1.0};
  const Budget target{.n = 200, .alpha = 0.01, .sigma = 1.0};
  const PaDistribution p_a(test::log_of_votes(votes, source.n), source.n);
  PrintedCurve curve;
  for (double r = 0; r < 3.0; r += 0.25) {
    const double accuracy = p_a.share_at_least(static_cast<double>(*k_min(r, source)) / 1e4);
    curve.points.push_back({.at = r, .share = std::round(1000 * accuracy) / 1000, .half_unit = 0.0005});
  }
  const CurveInversion inversion(curve, source);
  const std::vector<double> radii = {0.1, 0.33, 0.7, 1.1, 1.6};
  const auto converted = inversion.convert(target, radii);
  const auto real = convert_budget(p_a, source, target, radii, ConversionMethod::kPlugIn, 0.95);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    EXPECT_LE(converted[i].lower, real.accuracy[i].value + 1e-12);
    EXPECT_GE(converted[i].upper, real.accuracy[i].value - 1e-12);
    EXPECT_NEAR(converted[i].value, real.accuracy[i].value, 0.02);
  }
}

}  // namespace
}  // namespace certus
