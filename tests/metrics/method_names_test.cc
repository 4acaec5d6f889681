#include "certus/metrics/method_names.h"

namespace certus {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

TEST(MethodNames, AreWhatDistinguishesThePaths) {
  EXPECT_THAT(
      method_names({"logs/ours/noise_0.25.tsv", "logs/ours/noise_0.5.tsv", "logs/gaussian/noise_0.5.tsv"}),
      ElementsAre("ours", "ours", "gaussian"));
  EXPECT_THAT(method_names({"gaussian_noise_0.5.tsv", "ours_noise_1.0.tsv"}),
              ElementsAre("gaussian", "ours"));
  EXPECT_THAT(method_names({"a.tsv", "b.tsv"}), ElementsAre("a", "b"));
  EXPECT_THAT(method_names({"gaussian_cifar10.tsv", "ours_cifar10.tsv"}), ElementsAre("gaussian", "ours"));
}

TEST(MethodNames, AreAsShortAsTheyCanBe) {
  EXPECT_THAT(method_names({"a/x/noise_0.5.tsv", "b/y/z/noise_0.5.tsv"}), ElementsAre("x", "z"));
  EXPECT_THAT(method_names({"a/x/noise_0.5.tsv", "b/x/noise_0.5.tsv", "b/y/noise_0.5.tsv"}),
              ElementsAre("a/x", "b/x", "y"));
  EXPECT_THAT(
      method_names({"logs/gaussian/noise_0.5.tsv", "cells/easy-focus/noise_0.50/seed-0/noise_0.50.tsv"}),
      ElementsAre("gaussian", "easy-focus"));
}

TEST(MethodNames, DoNotTellSeedsApart) {
  EXPECT_THAT(
      method_names(
          {"cells/ours/noise_0.50/seed-0/noise_0.50.tsv", "cells/ours/noise_0.50/seed-1/noise_0.50.tsv",
           "cells/ours/noise_1.00/seed-0/noise_1.00.tsv", "cells/gaussian/noise_0.50/seed-0/noise_0.50.tsv"}),
      ElementsAre("ours", "ours", "ours", "gaussian"));
  EXPECT_THAT(
      method_names({"cells/ours/noise_0.5/seed-0/record.tsv", "cells/ours/noise_0.5/seed-1/record.tsv"}),
      Each("ours"));
  EXPECT_THAT(method_names({"gaussian/seed1.tsv", "gaussian/seed2.tsv"}), Each("gaussian"));
  EXPECT_THAT(method_names({"a_seed1_noise_0.5.tsv", "a_seed2_noise_0.5.tsv", "b_seed1_noise_0.5.tsv"}),
              ElementsAre("a", "a", "b"));
}

TEST(MethodNames, KeepTheSettingsOfASweepBehindTheirMethod) {
  EXPECT_THAT(method_names({"cells/ef/noise_0.50/seed-0/noise_0.50.tsv",
                            "cells/ef/attack.steps=4/noise_0.50/seed-0/noise_0.50.tsv",
                            "cells/ef/attack.steps=4/noise_0.50/seed-1/noise_0.50.tsv"}),
              ElementsAre("ef", "ef/attack.steps=4", "ef/attack.steps=4"));
  EXPECT_THAT(method_names({"ef/discard.on=false/noise_0.5.tsv", "ef/reweight.on=false/noise_0.5.tsv"}),
              ElementsAre("ef/discard.on=false", "ef/reweight.on=false"));
}

TEST(MethodNames, KeepWholeWords) {
  EXPECT_THAT(method_names({"smoothadv.tsv", "smoothmix.tsv"}), ElementsAre("smoothadv", "smoothmix"));
  EXPECT_THAT(method_names({"run-1/a.tsv", "run-2/a.tsv"}), ElementsAre("run-1", "run-2"));
  EXPECT_THAT(method_names({"cat.tsv", "bobcat.tsv"}), ElementsAre("cat", "bobcat"));
}

TEST(MethodNames, OfOneMethodAreItsFileOrFolder) {
  EXPECT_THAT(method_names({"runs/ours/noise_0.5.tsv"}), ElementsAre("ours"));
  EXPECT_THAT(method_names({"runs/ours/noise_0.5.tsv", "runs/ours/noise_1.0.tsv"}), Each("ours"));
  EXPECT_THAT(method_names({"runs/ours_noise_0.5.tsv"}), ElementsAre("ours"));
  EXPECT_THAT(method_names({"ours.tsv"}), ElementsAre("ours"));
  EXPECT_THAT(method_names({"noise_0.5.tsv"}), ElementsAre("noise_*"));
  EXPECT_THAT(method_names({"runs/<img src=x>.tsv"}), ElementsAre("<img src=x>"));
  EXPECT_THAT(method_names({"../noise_0.5.tsv"}), ElementsAre("noise_*"));
  EXPECT_THAT(method_names({"/noise_0.5"}), ElementsAre("noise_*"));
}

TEST(MethodNames, OfPublishedCurvesAreWithoutSigma) {
  EXPECT_THAT(method_names({"ecdf/ours_0.5.csv"}), ElementsAre("ours"));
  EXPECT_THAT(method_names({"ecdf/ours_0.5.csv", "ecdf/ours_1.0.csv", "logs/gaussian/noise_0.5.tsv"}),
              ElementsAre("ours", "ours", "gaussian"));
}

TEST(MethodNames, AreNeverEmptyAndDistinctForDistinctMethods) {
  for (const std::vector<std::string>& paths :
       std::vector<std::vector<std::string>>{{"x/noise_0.5.tsv", "x/ours/noise_0.5.tsv"},
                                             {"x/.tsv", "x/b.tsv"},
                                             {"a", "aa", "aaa"},
                                             {"-", "--"},
                                             {"/a", "/b"},
                                             {"noise_0.5.tsv", "ours/noise_0.5.tsv", "ours/noise_0.5.txt"},
                                             {"a/b/c.tsv", "b/c.tsv", "c.tsv"},
                                             {"/noise_0.5.tsv", "a/noise_0.5.tsv"}}) {
    const auto names = method_names(paths);
    ASSERT_EQ(names.size(), paths.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_NE(names[i], "") << paths[i];
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(names[i], names[j]) << paths[i] << ' ' << paths[j];
    }
  }
}

}  // namespace
}  // namespace certus
