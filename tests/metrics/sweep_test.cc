#include "certus/metrics/sweep.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;

TEST(Sweep, ValuesComeFromTheConfigurationOrFromThePath) {
  const test::TempDir dir;
  std::filesystem::create_directories(dir / "a");
  dir.write("a/config.toml", "[attack]\nsteps = 8\n");
  const std::vector<LoadedLog> logs{test::loaded_votes((dir / "a" / "noise_0.5.tsv").string(), 0.5, {900}),
                                    test::loaded_votes("x/attack.steps=4.0/noise_0.5.tsv", 0.5, {900})};
  EXPECT_THAT(sweep_values(logs, "attack.steps"), ElementsAre("8", "4"));
  EXPECT_EQ(
      test::error_of([&] { sweep_values(std::span(logs).subspan(1), "attack.size"); }),
      "x/attack.steps=4.0/noise_0.5.tsv: its attack.size is unknown, expected it in config.toml beside the "
      "log or a folder called attack.size=VALUE in its path");
}

TEST(Sweep, ValuesAreOrderedAsNumbersThenAsTexts) {
  EXPECT_TRUE(stands_before("9", "10"));
  EXPECT_FALSE(stands_before("10", "9"));
  EXPECT_TRUE(stands_before("10", "l2"));
  EXPECT_FALSE(stands_before("l2", "10"));
  EXPECT_TRUE(stands_before("l2", "linf"));
  const auto group = [](const char* method, const char* value) {
    return LogGroup{.method = method, .sigma = 0.5, .members = {}, .seeds = {}, .value = value};
  };
  std::vector<std::string> order;
  for (const LogGroup& each : in_sweep_order({group("b", "10"), group("a", "2"), group("b", "9")}))
    order.push_back(each.method + each.value);
  EXPECT_THAT(order, ElementsAre("b9", "b10", "a2"));
}

TEST(Sweep, TellsWhatElseDiffers) {
  const test::TempDir dir;
  std::vector<LoadedLog> logs;
  for (const std::string steps : {"2", "4"}) {
    std::filesystem::create_directories(dir / steps);
    dir.write(steps + "/config.toml", "[run]\nseed = " + steps + "\n[attack]\nsteps = " + steps +
                                          "\nsize = 1\n[train]\nepochs = " + steps + "0\n");
    logs.push_back(test::loaded_votes((dir / steps / "noise_0.5.tsv").string(), 0.5, {900}));
  }
  const std::vector<std::string> names{"a", "a"};
  EXPECT_THAT(sweep_notes(logs, log_groups(logs, names, sweep_values(logs, "attack.steps")), "attack.steps"),
              ElementsAre("a at sigma 0.5: its runs differ in train.epochs, too, not in attack.steps alone"));
}

}  // namespace
}  // namespace certus
