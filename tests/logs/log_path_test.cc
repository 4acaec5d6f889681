#include "certus/logs/log_path.h"

namespace certus {
namespace {

TEST(SigmaInPath, ReadsTheLastNumberAfterNoiseOrSigma) {
  EXPECT_EQ(*sigma_in_path("logs/ours/noise_0.5.tsv"), 0.5);
  EXPECT_EQ(*sigma_in_path("logs/sigma_0.50/certify"), 0.5);
  EXPECT_EQ(*sigma_in_path("noise_0.25/sigma_1.00.tsv"), 1.0);
  EXPECT_EQ(*sigma_in_path("noise_0.25"), 0.25);
  EXPECT_EQ(*sigma_in_path("cifar10/noise_1.tsv"), 1.0);
  EXPECT_FALSE(sigma_in_path("logs/noisy/run.tsv"));
  EXPECT_FALSE(sigma_in_path("noise_0.tsv"));
}

TEST(SigmaInPath, ReadsTheNumberAtTheEndOfAPublishedCurve) {
  EXPECT_EQ(*sigma_in_path("ecdf/ours_0.5.csv"), 0.5);
  EXPECT_EQ(*sigma_in_path("ecdf/ours_1.0.csv"), 1.0);
  EXPECT_EQ(*sigma_in_path("noise_0.25/ours_1.0.csv"), 0.25);
  EXPECT_FALSE(sigma_in_path("runs/run_1.csv"));
  EXPECT_FALSE(sigma_in_path("ours_0.5.tsv"));
  EXPECT_FALSE(sigma_in_path("ours_0.5.1.csv"));
  EXPECT_FALSE(sigma_in_path(".csv"));
  EXPECT_FALSE(sigma_in_path("0.5.csv"));
}

TEST(SeedInPath, IsAFolderOrTheEndOfAName) {
  EXPECT_EQ(seed_in_path("ours/noise_0.50/seed-1/noise_0.50.tsv"), "1");
  EXPECT_EQ(seed_in_path("seed_12/ours/noise_0.5.tsv"), "12");
  EXPECT_EQ(seed_in_path("ours/seed=3/noise_0.5.tsv"), "3");
  EXPECT_EQ(seed_in_path("ours/seed4.tsv"), "4");
  EXPECT_EQ(seed_in_path("ours-seed5/noise_0.5.tsv"), "5");
  EXPECT_EQ(seed_in_path("ours_seed-6_noise_0.5.tsv"), "6");
  EXPECT_EQ(seed_in_path("ours_noise_0.5_seed7.tsv"), "7");
  for (const char* path : {"reseed1/noise_0.5.tsv", "seeds/ours/noise_0.5.tsv",
                           "seed-1-of-many/noise_0.5.tsv", "seedling/noise_0.5.tsv", "seed/noise_0.5.tsv"})
    EXPECT_EQ(seed_in_path(path), std::nullopt) << path;
}

TEST(MethodPath, IsEqualForTheSigmasAndSeedsOfOneMethod) {
  EXPECT_EQ(method_path("a/noise_0.25.tsv"), "a/noise_*.tsv");
  for (const char* path : {"/c/a/noise_0.50/seed-1/noise_0.50.tsv", "/c/a/noise_1.00/seed-2/noise_1.00.tsv",
                           "/c/a/noise_0.50/seed_1/noise_0.5.tsv"})
    EXPECT_EQ(method_path(path), "/c/a/noise_*/noise_*.tsv") << path;
  EXPECT_EQ(method_path("ours_seed1_noise_0.5.tsv"), "ours_noise_*.tsv");
  EXPECT_EQ(method_path("ours-seed1/noise_0.5.tsv"), "ours/noise_*.tsv");
}

TEST(MethodPath, IsEqualForNamesWithAndWithoutAnEnding) {
  EXPECT_EQ(method_path("ours/noise_0.25"), method_path("ours/noise_0.5.tsv"));
  EXPECT_NE(method_path("ours/noise_0.25"), method_path("ours/noise_0.5.txt"));
}

TEST(MethodPath, IsEqualForTheCurvesOfOneMethod) {
  EXPECT_EQ(method_path("ecdf/ours_0.5.csv"), "ecdf/ours_*.csv");
  EXPECT_EQ(method_path("ours_seed1_0.5.csv"), method_path("ours_seed2_1.0.csv"));
}

TEST(MethodPath, KeepsTheSigmaOfTrainingWhereItIsAnother) {
  EXPECT_EQ(method_path("noise_0.25/a/noise_0.5.tsv"), "noise_0.25/a/noise_*.tsv");
}

}  // namespace
}  // namespace certus
