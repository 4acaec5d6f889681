#include "certus/logs/run_settings.h"

#include "certus/base/error.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

TEST(RunSettings, AreThoseOfTheConfigurationBesideTheLog) {
  const test::TempDir dir;
  const std::string log = (dir / "noise_0.5.tsv").string();
  EXPECT_TRUE(run_settings(log).empty());
  dir.write("config.toml", "[run]\nseed = 3\n[sphere_attack]\nsteps = 4\nstep_size = 0.250\n");
  EXPECT_EQ(run_setting(log, "sphere_attack.steps"), "4");
  EXPECT_EQ(run_setting(log, "sphere_attack.step_size"), "0.25");
  EXPECT_EQ(run_setting(log, "sphere_attack.norm"), std::nullopt);
  EXPECT_EQ(run_seed(log), "3");
  EXPECT_EQ(run_seed((dir / "seed-7.tsv").string()), "3");  // what was run beats what it is called
}

TEST(RunSettings, AreReadFromFoldersWhereThereIsNoFile) {
  const std::string log = "cells/easy-focus/sphere_attack.steps=4/noise_0.50/seed-1/noise_0.50.tsv";
  EXPECT_EQ(run_setting(log, "sphere_attack.steps"), "4");
  EXPECT_EQ(run_setting(log, "attack.steps"), std::nullopt);
  EXPECT_EQ(run_seed(log), "1");
  EXPECT_EQ(path_without_setting(log, "sphere_attack.steps"),
            "cells/easy-focus/noise_0.50/seed-1/noise_0.50.tsv");
}

TEST(RunSettings, FailOnAFileThatIsNoConfiguration) {
  const test::TempDir dir;
  dir.write("config.toml", "[run\n");
  try {
    run_settings((dir / "noise_0.5.tsv").string());
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("config.toml:1: "));
  }
}

}  // namespace
}  // namespace certus
