#include "certus/recipe/run_request.h"

#include <gmock/gmock.h>

#include "certus/recipe/presets.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kPreset = "mnist/desk/gaussian-0.50";

class RunRequests : public ::testing::Test {
 protected:
  RunRequest request(Start start, std::vector<std::string> settings = {}) const {
    return {.preset = kPreset, .settings = std::move(settings), .folder = dir_ / "run", .start = start};
  }
  /// As a run leaves it.
  void keep_config() const {
    dir_.write("run/config.toml", run_config_text(training_config(load_preset(kPreset), {})));
  }
  test::TempDir dir_;
};

TEST_F(RunRequests, HaveAFolderNamedAfterThePreset) {
  EXPECT_EQ(default_run_folder("cifar10/desk/gaussian-0.50"), "runs/cifar10-desk-gaussian-0.50");
  EXPECT_EQ(default_run_folder("my.dir/net.toml"), "runs/my.dir-net");
}

TEST_F(RunRequests, NameTheFirstSettingThatDiffersAndIsRead) {
  const Config was = training_config(load_preset(kPreset), {});
  EXPECT_EQ(first_difference(was, training_config(load_preset(kPreset), {"noise.sigma=0.25"})),
            "noise.sigma = 0.5, now 0.25");
}

TEST_F(RunRequests, ResumeOnlyWithTheSettingsOfTheRun) {
  keep_config();
  EXPECT_EQ(changed_setting(request(Start::kResume)), "");
  EXPECT_EQ(run_config_text(run_config({.preset = "", .folder = dir_ / "run", .start = Start::kResume})),
            test::content_of(dir_ / "run/config.toml"));
  const RunRequest other = request(Start::kResume, {"train.epochs=9"});
  EXPECT_THAT(changed_setting(other), EndsWith(", now 9"));
  EXPECT_THAT(error_of([&] { run_config(other); }),
              HasSubstr("/run/config.toml: the run began with train.epochs = "));
  EXPECT_EQ(run_config(request(Start::kReplace, {"train.epochs=9"})).read<LoopSettings>().epochs, 9);
}

TEST_F(RunRequests, NeedAPresetWhereThereIsNoRun) {
  EXPECT_THAT(error_of([&] { run_config({.folder = dir_ / "run", .start = Start::kResume}); }),
              HasSubstr("there is no run to resume"));
  EXPECT_EQ(run_config(request(Start::kResume)).read<LoopSettings>().method, "gaussian");
}

TEST_F(RunRequests, RefuseConfigurationsOfOtherVersions) {
  keep_config();
  const std::string text = test::content_of(dir_ / "run/config.toml");
  dir_.write("run/config.toml", "# Other help texts are no other settings.\n" + text);
  EXPECT_NO_THROW(run_config(request(Start::kResume)));
  const std::size_t at = text.find("seed = ");
  dir_.write("run/config.toml", text.substr(0, at) + text.substr(text.find('\n', at)));
  EXPECT_THAT(error_of([&] { run_config(request(Start::kResume)); }),
              HasSubstr("is not the configuration of a run of this version"));
}

TEST_F(RunRequests, BeginInAFolderOfTheirOwn) {
  check_run_folder(request(Start::kNew));
  EXPECT_EQ(run_folder_state(dir_ / "run"), RunFolderState::kFree);
  dir_.write("run/notes.txt", "mine");
  EXPECT_EQ(run_folder_state(dir_ / "run"), RunFolderState::kHasOtherFiles);
  EXPECT_THAT(error_of([&] { check_run_folder(request(Start::kNew)); }), HasSubstr("has other files"));
  keep_config();
  EXPECT_EQ(run_folder_state(dir_ / "run"), RunFolderState::kHasRun);
  EXPECT_THAT(error_of([&] { check_run_folder(request(Start::kNew)); }),
              HasSubstr("a run is there already; resume it, or replace it"));
  check_run_folder(request(Start::kReplace));
}

}  // namespace
}  // namespace certus
