#include "certus/metrics/log_groups.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(LogGroups, AreTheSeedsOfOneMethodAtOneSigma) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a/seed-0/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("b/seed-0/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, {800}),
                                    test::loaded_votes("a/seed-0/noise_1.tsv", 1.0, {800})};
  const auto groups = log_groups(logs, std::vector<std::string>{"a", "b", "a", "a"});
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].method, "a");
  EXPECT_EQ(groups[0].sigma, 0.5);
  EXPECT_THAT(groups[0].members, ElementsAre(0, 2));
  EXPECT_THAT(groups[0].seeds, ElementsAre("0", "1"));
  EXPECT_EQ(members_text(groups[0]), "2 seeds");
  EXPECT_THAT(groups[1].members, ElementsAre(1));
  EXPECT_EQ(members_text(groups[1]), "");
  EXPECT_EQ(groups[2].sigma, 1.0);
  EXPECT_THAT(groups[2].members, ElementsAre(3));
  EXPECT_THAT(group_warnings(logs, groups), IsEmpty());
}

TEST(LogGroups, KeepTheValuesOfASweepApart) {
  const std::vector<LoadedLog> logs{test::loaded_votes("a/s=2/seed-0/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("a/s=4/seed-0/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("a/s=4/seed-1/noise_0.5.tsv", 0.5, {900})};
  const auto groups =
      log_groups(logs, std::vector<std::string>{"a", "a", "a"}, std::vector<std::string>{"2", "4", "4"});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].value, "2");
  EXPECT_EQ(groups[1].value, "4");
  EXPECT_THAT(groups[1].members, ElementsAre(1, 2));
}

TEST(LogGroups, CallUnknownSeedsLogs) {
  const std::vector<LoadedLog> logs{test::loaded_votes("x/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("y/noise_0.5.tsv", 0.5, {900})};
  const auto groups = log_groups(logs, std::vector<std::string>{"a", "a"});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_THAT(groups[0].seeds, ElementsAre("", ""));
  EXPECT_EQ(members_text(groups[0]), "2 logs");
}

TEST(LogGroups, TellOfASeedThatIsThereTwice) {
  const std::vector<LoadedLog> logs{test::loaded_votes("x/seed-1/noise_0.5.tsv", 0.5, {900}),
                                    test::loaded_votes("y/seed-1/noise_0.5.tsv", 0.5, {900})};
  const auto warnings = group_warnings(logs, log_groups(logs, std::vector<std::string>{"a", "a"}));
  EXPECT_THAT(warnings,
              ElementsAre("y/seed-1/noise_0.5.tsv has the seed 1 of x/seed-1/noise_0.5.tsv, and both are "
                          "called 'a' at sigma 0.5"));
}

TEST(LogGroups, TellOfTrainingsThatDifferInMoreThanTheirSeed) {
  const test::TempDir dir;
  std::vector<LoadedLog> logs;
  for (const std::string seed : {"0", "1", "2"}) {
    std::filesystem::create_directories(dir / ("seed-" + seed));
    dir.write("seed-" + seed + "/config.toml",
              "[run]\nseed = " + seed + "\n[train]\nepochs = " + (seed == "2" ? "9" : "8") + "\n");
    logs.push_back(test::loaded_votes((dir / ("seed-" + seed) / "noise_0.5.tsv").string(), 0.5, {900}));
  }
  const auto warnings = group_warnings(logs, log_groups(logs, std::vector<std::string>{"a", "a", "a"}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], HasSubstr("seed-2/noise_0.5.tsv was trained with train.epochs = 9, but "));
  EXPECT_THAT(warnings[0], HasSubstr("seed-0/noise_0.5.tsv with 8, and both are called 'a' at sigma 0.5"));
}

}  // namespace
}  // namespace certus
