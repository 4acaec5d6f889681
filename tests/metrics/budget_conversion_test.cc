#include "certus/metrics/budget_conversion.h"

#include <array>
#include <cmath>

#include "certus/metrics/curve_inversion.h"
#include "certus/metrics/deconvolution.h"
#include "certus/stats/beta.h"
#include "certus/stats/binomial.h"
#include "certus/stats/expected_certification.h"
#include "certus/stats/keyed_random.h"
#include "certus/stats/normal.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

const std::vector<double> kRadii = {0.0, 0.25, 0.5, 1.0, 1.5, 2.0};

Conversion convert(const std::vector<std::int64_t>& votes, std::int64_t n, const Budget& target,
                   ConversionMethod method) {
  const PaDistribution p_a(test::log_of_votes(votes, n), n);
  return convert_budget(p_a, {.n = n, .alpha = 0.001, .sigma = target.sigma}, target, kRadii, method, 0.95);
}

TEST(BudgetConversion, PlugInLooksUpTheLeastShareThatCertifies) {
  // At n = 100, alpha = 0.01, sigma = 1 radius 0.5 takes 81 votes.
  const Conversion c = convert({800, 809, 810, 1000}, 1000, {.n = 100, .alpha = 0.01, .sigma = 1.0},
                               ConversionMethod::kPlugIn);
  EXPECT_EQ(c.accuracy[2].value, 0.5);
}

TEST(BudgetConversion, ExpectedIsTheBinomialTailOfTheObservedShare) {
  const Budget target{.n = 100, .alpha = 0.01, .sigma = 1.0};
  const Conversion c = convert({800, 900}, 1000, target, ConversionMethod::kExpected);
  EXPECT_NEAR(c.accuracy[2].value,
              (binomial_upper_tail(81, 100, 0.8) + binomial_upper_tail(81, 100, 0.9)) / 2, 1e-14);
}

TEST(BudgetConversion, AcrIsTheMeanRadiusAtTheTarget) {
  const Budget target{.n = 100, .alpha = 0.01, .sigma = 1.0};
  const PaDistribution p_a(test::log_of_votes({800, 900}, 1000), 1000);
  EXPECT_FALSE(convert_acr(p_a, target, ConversionMethod::kPredictive));
  EXPECT_NEAR(*convert_acr(p_a, target, ConversionMethod::kPlugIn),
              (plug_in_radius(0.8, target) + plug_in_radius(0.9, target)) / 2, 1e-12);
  EXPECT_NEAR(*convert_acr(p_a, target, ConversionMethod::kExpected),
              (expected_radius(Probability::from_p(0.8), target) +
               expected_radius(Probability::from_p(0.9), target)) /
                  2,
              1e-12);
}

TEST(BudgetConversion, DownwardPredictiveIsUnbiasedForEveryPa) {
  // Averaged over the votes of an image with true p, summed exactly, it is the chance of a real
  // re-certification.
  const Budget target{.n = 40, .alpha = 0.01, .sigma = 1.0};
  for (const double p : {0.3, 0.6, 0.9, 0.99}) {
    std::vector<double> mean(kRadii.size());
    for (std::int64_t votes = 0; votes <= 100; ++votes) {
      const Conversion c = convert({votes}, 100, target, ConversionMethod::kPredictive);
      for (std::size_t i = 0; i < kRadii.size(); ++i)
        mean[i] += binomial_pmf(votes, 100, Probability::from_p(p)) * c.accuracy[i].value;
    }
    for (std::size_t i = 0; i < kRadii.size(); ++i) {
      EXPECT_NEAR(mean[i], expected_certified_accuracy(Probability::from_p(p), kRadii[i], target), 1e-12)
          << p << ' ' << kRadii[i];
    }
  }
}

TEST(BudgetConversion, IsZeroBeyondTheTargetsLargestRadius) {
  for (const auto method :
       {ConversionMethod::kPlugIn, ConversionMethod::kExpected, ConversionMethod::kPredictive}) {
    const Conversion c = convert({100, 100}, 100, {.n = 10, .alpha = 0.001, .sigma = 1.0}, method);
    EXPECT_EQ(c.accuracy.back().value, 0.0);
    EXPECT_EQ(c.accuracy.back().upper, 0.0);
  }
}

TEST(BudgetConversion, ToItsOwnBudgetChangesNothing) {
  const Budget same{.n = 1000, .alpha = 0.001, .sigma = 1.0};
  std::vector<std::int64_t> votes;
  for (std::int64_t k = 500; k <= 1000; k += 3) votes.push_back(k);
  const Conversion plug_in = convert(votes, 1000, same, ConversionMethod::kPlugIn);
  const Conversion predictive = convert(votes, 1000, same, ConversionMethod::kPredictive);
  for (std::size_t i = 0; i < kRadii.size(); ++i)
    EXPECT_NEAR(plug_in.accuracy[i].value, predictive.accuracy[i].value, 1e-12);
}

/// Populations of known truth: p_A from a uniform u, and the exact certified accuracy by quadrature over u.
struct KnownPopulation {
  const char* name;
  Probability (*quantile)(double u);
};

Probability beta_8_2(double u) {
  return beta_quantile(u, 8.0, 2.0);
}
Probability beta_half(double u) {
  return beta_quantile(u, 0.5, 0.3);
}
Probability like_cifar(double u) {
  // Phi^-1(p_A) is a mixture of three normals: hard images, ordinary ones, and those that hardly ever fail.
  if (u < 0.40) return normal_probability(-0.8 + 0.8 * normal_quantile(u / 0.40));
  if (u < 0.75) return normal_probability(1.0 + 0.8 * normal_quantile((u - 0.40) / 0.35));
  return normal_probability(3.5 + normal_quantile((u - 0.75) / 0.25));
}
Probability constant_09(double) {
  return Probability::from_p(0.9);
}

class UpwardConversion : public ::testing::TestWithParam<std::tuple<KnownPopulation, std::int64_t>> {};

TEST_P(UpwardConversion, PredictiveBeatsPlugInAndExpected) {
  // The images stand for the population evenly, so that only the scatter of votes is left to err by; with
  // images drawn at random as well, bench/metrics/conversion_study measures the same (docs/statistics.md has
  // its table).
  const auto [population, n] = GetParam();
  const Budget source{.n = n, .alpha = 0.001, .sigma = 1.0};
  const Budget target{.n = 100'000, .alpha = 0.001, .sigma = 1.0};
  const std::vector<double> radii = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0};
  constexpr std::uint64_t kImages = 4000;
  std::vector<Probability> p;
  for (std::uint64_t i = 0; i < kImages; ++i)
    p.push_back(population.quantile((static_cast<double>(i) + 0.5) / kImages));
  std::vector<double> truth;
  for (const double r : radii) {
    const std::int64_t k = *k_min(r, target);
    double sum = 0;
    for (const Probability& image : p) sum += binomial_upper_tail(k, target.n, image);
    truth.push_back(sum / kImages);
  }

  constexpr int kRepeats = 3;
  constexpr std::array kMethods = {ConversionMethod::kPlugIn, ConversionMethod::kExpected,
                                   ConversionMethod::kPredictive};
  std::array<double, 3> squares{};
  std::array<int, 3> covered{};
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<std::int64_t> votes;
    for (std::uint64_t i = 0; i < kImages; ++i)
      votes.push_back(binomial_quantile(keyed_uniform(repeat, 1, i), n, p[i]));
    const PaDistribution p_a(test::log_of_votes(votes, n), n);
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      const Conversion c = convert_budget(p_a, source, target, radii, kMethods[m], 0.95);
      for (std::size_t i = 0; i < radii.size(); ++i) {
        squares[m] += std::pow(c.accuracy[i].value - truth[i], 2);
        covered[m] +=
            truth[i] >= c.accuracy[i].lower - 1e-6 && truth[i] <= c.accuracy[i].upper + 1e-6 ? 1 : 0;
      }
    }
  }
  EXPECT_LT(squares[2], squares[0]);
  EXPECT_LT(squares[2], squares[1]);
  EXPECT_GE(covered[2], covered[0]);
  EXPECT_GE(covered[2], covered[1]);
  EXPECT_EQ(covered[2], kRepeats * static_cast<int>(radii.size()));
}

INSTANTIATE_TEST_SUITE_P(KnownPopulations, UpwardConversion,
                         ::testing::Combine(::testing::Values(KnownPopulation{"beta_8_2", beta_8_2},
                                                              KnownPopulation{"beta_half", beta_half},
                                                              KnownPopulation{"like_cifar", like_cifar}),
                                            ::testing::Values(std::int64_t{100}, std::int64_t{1000})),
                         [](const auto& instance) {
                           return std::string(std::get<0>(instance.param).name) + "_n" +
                                  std::to_string(std::get<1>(instance.param));
                         });

TEST(Deconvolution, SharpensAConstantPopulation) {
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < 4000; ++i)
    votes.push_back(binomial_quantile(keyed_uniform(1, 1, i), 100, constant_09(0)));
  const PaDistribution p_a(test::log_of_votes(votes, 100), 100);
  const PaDeconvolution model = deconvolve(p_a, {.n = 100, .alpha = 0.001, .sigma = 1.0});
  // votes / n says that a quarter of the images lies beyond 0.92 and as many under 0.88; in truth none does.
  EXPECT_GT(p_a.share_at_least(0.93), 0.15);
  EXPECT_LT(model.share_at_least(0.93), 0.02);
  EXPECT_GT(model.share_at_least(0.87), 0.98);
}

TEST(Deconvolution, SurvivesExtremeData) {
  const Budget source{.n = 100, .alpha = 0.001, .sigma = 1.0};
  const auto share = [&](const std::vector<std::int64_t>& votes) {
    return deconvolve(PaDistribution(test::log_of_votes(votes, 100), 100), source)
        .certified_share(99'900, 100'000, 0.95);
  };
  const auto all_right = share(std::vector<std::int64_t>(50, 100));
  EXPECT_GT(all_right.value, 0.9);
  EXPECT_LT(all_right.lower, 0.6);  // a hundred votes cannot prove 0.999
  EXPECT_TRUE(all_right.extrapolated);
  EXPECT_LT(share(std::vector<std::int64_t>(50, 0)).value, 1e-6);
  EXPECT_GE(share({100}).upper, 0.9);
  // Nothing counted at all, and a budget that certifies with every vote only.
  const PaDistribution nothing(
      test::log_of_votes({CertificationLog::kUnknownVotes, CertificationLog::kUnknownVotes}, 10), 10);
  EXPECT_LE(deconvolve(nothing, {.n = 10, .alpha = 0.001, .sigma = 1.0}).certified_share(60, 100, 0.95).lower,
            1.0);
  const auto unknown = share(std::vector<std::int64_t>(50, CertificationLog::kUnknownVotes));
  EXPECT_LT(unknown.value, 0.2);
}

TEST(CurveInversion, BoundsWhatTheGridLeavesOpen) {
  const test::TempDir dir;
  const Budget budget{.n = 100'000, .alpha = 0.001, .sigma = 0.5};
  const AccuracyCurve curve =
      read_accuracy_curve(dir.write("c.csv", "radius,accuracy\n0,60.0\n0.5,45.0\n1,30.0\n2,0\n").string());
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
  const AccuracyCurve curve{.points = {{.radius = 2.0, .accuracy = 0.2}}};
  EXPECT_THAT(test::error_of([&] { CurveInversion(curve, {.n = 100'000, .alpha = 0.001, .sigma = 0.5}); }),
              ::testing::HasSubstr("can certify at most 1.905728"));
}

TEST(CurveInversion, ContainsTheTruthOfASimulatedModel) {
  // A model of known votes, its curve printed with one decimal, converted from the print: bounds hold the
  // real value.
  std::vector<std::int64_t> votes;
  for (std::uint64_t i = 0; i < 3000; ++i)
    votes.push_back(binomial_quantile(keyed_uniform(5, 1, i), 10'000, like_cifar(keyed_uniform(5, 0, i))));
  const Budget source{.n = 10'000, .alpha = 0.001, .sigma = 1.0};
  const Budget target{.n = 200, .alpha = 0.01, .sigma = 1.0};
  const PaDistribution p_a(test::log_of_votes(votes, source.n), source.n);
  AccuracyCurve curve;
  for (double r = 0; r < 3.0; r += 0.25) {
    const double accuracy = p_a.share_at_least(static_cast<double>(*k_min(r, source)) / 1e4);
    curve.points.push_back(
        {.radius = r, .accuracy = std::round(1000 * accuracy) / 1000, .half_unit = 0.0005});
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
