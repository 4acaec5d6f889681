#include "certus/metrics/acr.h"

#include "certus/metrics/budget_conversion.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/log_evaluation.h"
#include "certus/metrics/paired_change.h"
#include "support/logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

/// At sigma 0.5 only 100,000 votes are logged as 1.91; 1.15 has many counts.
constexpr const char* kRounded =
    "idx\tlabel\tpredict\tradius\tcorrect\ttime\n"
    "0\t1\t1\t1.91\t1\tx\n1\t1\t1\t1.15\t1\tx\n2\t1\t2\t1.87\t0\tx\n3\t1\t-1\t0.0\t0\tx\n";

BudgetOptions budget_of_rounded() {
  return {.sigma = 0.5, .n = 100'000, .alpha = 0.001};
}

TEST(Acr, IsTheMeanOverAllRows) {
  EXPECT_DOUBLE_EQ(average_certified_radius(test::four_rows()), 0.375);
  EXPECT_DOUBLE_EQ(most_average_radius(test::four_rows()), 0.375);
  EXPECT_DOUBLE_EQ(printed_average_radius(test::four_rows()), 0.375);
}

TEST(Acr, OfRoundedRadiiIsWhatTheirVotesProve) {
  const test::TempDir dir;
  const std::string path = dir.write("noise_0.5.tsv", kRounded).string();
  const LoadedLog loaded = load_log(path, budget_of_rounded());
  const Budget budget = loaded.budget();
  const double cap = *largest_radius(budget);
  const double low = *certified_radius(*k_min(1.145, budget), budget);
  const double high = *certified_radius(*k_min(1.155, budget) - 1, budget);
  ASSERT_TRUE(low < 1.15 && 1.15 < high);
  EXPECT_NEAR(average_certified_radius(loaded.log), (cap + low) / 4, 1e-12);
  EXPECT_NEAR(most_average_radius(loaded.log), (cap + high) / 4, 1e-12);
  EXPECT_NEAR(printed_average_radius(loaded.log), (1.91 + 1.15) / 4, 1e-12);

  BudgetOptions printed = budget_of_rounded();
  printed.as_printed = true;
  EXPECT_NEAR(average_certified_radius(load_log(path, printed).log), (1.91 + 1.15) / 4, 1e-12);
}

TEST(Acr, IsTheAreaUnderCertifiedAccuracy) {
  const test::TempDir dir;
  const LoadedLog loaded = load_log(dir.write("noise_0.5.tsv", kRounded).string(), budget_of_rounded());
  const std::vector<double> steps = steps_of_accuracy(loaded, {}, 10);
  const auto curve = certified_accuracy(loaded.log, steps, 0.95);
  double area = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    area += curve[i].value * (steps[i] - (i == 0 ? 0.0 : steps[i - 1]));
  EXPECT_NEAR(average_certified_radius(loaded.log), area, 1e-12);
}

TEST(Acr, IsTheSameAtEveryPlaceThatShowsIt) {
  const test::TempDir dir;
  const LoadedLog loaded = load_log(dir.write("noise_0.5.tsv", kRounded).string(), budget_of_rounded());
  const double proven = average_certified_radius(loaded.log);
  const double most = most_average_radius(loaded.log);
  const Evaluation evaluation = evaluate_log(loaded, "a", {}).whole;
  EXPECT_EQ(evaluation.acr, proven);
  ASSERT_TRUE(evaluation.rounded_acr);
  EXPECT_EQ(evaluation.rounded_acr->most, most);
  EXPECT_EQ(acr_at(loaded, {}), proven);
  EXPECT_EQ(most_acr_at(loaded, {}), most);
  EXPECT_EQ(acr_change(loaded.log, loaded.log, 0.95).value, 0.0);
  // Converted to its own budget, what the votes leave open is the same range.
  const PaDistribution p_a(loaded.log, loaded.budget().n);
  const auto range = convert_acr_range(p_a, loaded.budget(), ConversionMethod::kPlugIn);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->least, proven, 1e-12);
  EXPECT_NEAR(range->most, most, 1e-12);
  const double middle = *convert_acr(p_a, loaded.budget(), ConversionMethod::kPlugIn);
  EXPECT_TRUE(proven < middle && middle < most) << middle;
  EXPECT_EQ(
      most_acr_at(loaded, {.n = 1000}),
      convert_acr_range(p_a, {.n = 1000, .alpha = 0.001, .sigma = 0.5}, ConversionMethod::kPlugIn)->most);
  EXPECT_FALSE(convert_acr_range(p_a, loaded.budget(), ConversionMethod::kPredictive));
}

TEST(Acr, IsNotOpenWhereRadiiAreNotRounded) {
  const LoadedLog loaded{.log = test::four_rows()};
  EXPECT_FALSE(most_acr_at(loaded, {}));
  const PaDistribution p_a(test::log_of_votes({1000, 700}, 1000, 550), 1000);
  EXPECT_FALSE(convert_acr_range(p_a, {.n = 100, .alpha = 0.001, .sigma = 0.5}, ConversionMethod::kPlugIn));
}

}  // namespace
}  // namespace certus
