#include "certus/metrics/budget_conversion.h"

#include <array>
#include <cmath>

#include "certus/stats/binomial.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/expected_certification.h"
#include "certus/stats/keyed_random.h"
#include "support/known_populations.h"
#include "support/loaded_logs.h"

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
  // Its interval is exact over the images: that of 2 of 4.
  const Interval exact = clopper_pearson_interval(2, 4, 1.0 - 0.95);
  EXPECT_EQ(c.accuracy[2].lower, exact.lower);
  EXPECT_EQ(c.accuracy[2].upper, exact.upper);
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

class UpwardConversion : public ::testing::TestWithParam<std::tuple<test::KnownPopulation, std::int64_t>> {};

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

INSTANTIATE_TEST_SUITE_P(
    KnownPopulations, UpwardConversion,
    ::testing::Combine(::testing::Values(test::KnownPopulation{"beta_8_2", test::beta_8_2},
                                         test::KnownPopulation{"beta_half", test::beta_half},
                                         test::KnownPopulation{"like_cifar", test::like_cifar}),
                       ::testing::Values(std::int64_t{100}, std::int64_t{1000})),
    [](const auto& instance) {
      return std::string(std::get<0>(instance.param).name) + "_n" +
             std::to_string(std::get<1>(instance.param));
    });

TEST(BudgetChange, LeavesWhatItDoesNotName) {
  const Budget source{.n = 1000, .alpha = 0.01, .sigma = 0.25};
  EXPECT_EQ((BudgetChange{.n = 10, .alpha = {}}.of(source)), (Budget{.n = 10, .alpha = 0.01, .sigma = 0.25}));
  EXPECT_EQ((BudgetChange{.n = {}, .alpha = 0.1}.of(source)),
            (Budget{.n = 1000, .alpha = 0.1, .sigma = 0.25}));
}

TEST(CertifiedAccuracyAt, IsTheLogsOwnAtItsBudgetAndPlugInAtAnother) {
  LoadedLog loaded{.log = test::log_of_votes({1000, 990, 700, 100}, 1000, 550),
                   .manifest = {},
                   .sigma = {.value = 0.5, .source = Source::kOption},
                   .n = {.value = 1000, .source = Source::kOption},
                   .alpha = {.value = 0.001, .source = Source::kOption},
                   .notes = {}};
  loaded.log.radius = {9.0, 0.5, 0.25, 0.0};  // not those of the votes: to tell the two ways apart
  const std::vector<double> radii{0.0, 0.5, 1.0};
  const auto as_logged = certified_accuracy_at(loaded, {.n = 1000, .alpha = {}}, radii, 0.95);
  EXPECT_EQ(as_logged[1].value, 0.5);
  EXPECT_EQ(as_logged[2].value, 0.25);
  EXPECT_DOUBLE_EQ(*acr_at(loaded, {}), 9.75 / 4.0);

  const Budget source = loaded.budget();
  const Budget target{.n = 100, .alpha = 0.01, .sigma = 0.5};
  const PaDistribution p_a(loaded.log, 1000);
  const auto converted = certified_accuracy_at(loaded, {.n = 100, .alpha = 0.01}, radii, 0.95);
  const auto expected = convert_budget(p_a, source, target, radii, ConversionMethod::kPlugIn, 0.95);
  for (std::size_t i = 0; i < radii.size(); ++i) EXPECT_EQ(converted[i].value, expected.accuracy[i].value);
  EXPECT_EQ(converted[2].value, 0.0);
  EXPECT_EQ(acr_at(loaded, {.n = 100, .alpha = 0.01}), *convert_acr(p_a, target, ConversionMethod::kPlugIn));
}

TEST(BudgetConversion, StoppedImagesAreConvertedByTheirOwnShares) {
  const LoadedLog stopped = test::loaded_stopped("a", {{40, 40}, {90, 100}, {700, 1000}});
  const LoadedLog fixed = test::loaded_votes("b", 0.5, {1000, 900, 700});
  const std::vector<double> radii{0.0, 0.25, 0.5, 1.0};
  const Budget target{.n = 100, .alpha = 0.01, .sigma = 0.5};
  for (const auto method : {ConversionMethod::kPlugIn, ConversionMethod::kExpected}) {
    const PaDistribution of_stopped(stopped.log, 1000);
    const PaDistribution of_fixed(fixed.log, 1000);
    const auto a = convert_budget(of_stopped, stopped.budget(), target, radii, method, 0.95);
    const auto b = convert_budget(of_fixed, fixed.budget(), target, radii, method, 0.95);
    for (std::size_t i = 0; i < radii.size(); ++i)
      EXPECT_EQ(a.accuracy[i].value, b.accuracy[i].value) << method_text(method) << ' ' << radii[i];
    EXPECT_EQ(convert_acr(of_stopped, target, method), convert_acr(of_fixed, target, method));
  }
  // As logged it has no ACR; any budget gives every image the same number of votes, and so does its own
  // largest n.
  EXPECT_FALSE(acr_at(stopped, {}));
  EXPECT_EQ(*acr_at(stopped, {.n = 1000}),
            *convert_acr(PaDistribution(fixed.log, 1000), fixed.budget(), ConversionMethod::kPlugIn));
}

}  // namespace
}  // namespace certus
