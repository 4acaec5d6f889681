#include "certus/recipe/unread_settings.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "certus/recipe/methods.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/train_settings.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Config preset(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return {train_settings(), load_preset(name), overrides};
}

Config config_with(const std::string& name, const std::vector<std::string>& overrides) {
  return training_config(load_preset(name), overrides);
}

std::string error_with(const std::string& name, const std::vector<std::string>& overrides) {
  return test::error_of([&] { config_with(name, overrides); });
}

TEST(WhyUnread, NamesTheMethodThatWouldReadASetting) {
  EXPECT_EQ(why_unread(preset("cifar10/gaussian-1.00"), "consistency.lambda"),
            "train.method is gaussian, and only consistency reads it");
  EXPECT_EQ(why_unread(preset("cifar10/consistency-1.00"), "consistency.lambda"), "");
}

TEST(WhyUnread, NamesTheSettingThatDecides) {
  const Config config = preset("cifar10/consistency-0.50");
  EXPECT_EQ(why_unread(config, "discard.below"), "discard.on is false, not true");
  EXPECT_EQ(why_unread(config, "optimizer.warmup"), "optimizer.schedule is steps, not one-cycle");
  EXPECT_EQ(why_unread(config, "consistency.radius_256"), "consistency.attack is false, not true");
  EXPECT_EQ(why_unread(config, "easy_focus.start_epoch"),
            "each of discard, reweight and sphere_attack is off or has a start_epoch of its own");
  EXPECT_EQ(why_unread(preset("imagenet/easy-focus-0.50", {"discard.p_correct=x.tsv"}), "discard.samples"),
            "discard.p_correct is x.tsv, not empty");
  EXPECT_EQ(why_unread(preset("cifar10/gaussian-0.50", {"test.every=0"}), "test.skip"),
            "test.every is 0: the test images are never looked at");
}

TEST(UnreadSettings, HaveNoneThatEveryRunNeeds) {
  for (const std::string& name : preset_names()) {
    const std::vector<std::string> unread = unread_settings(preset(name));
    for (const std::string key : {"run.seed", "noise.sigma", "train.method", "train.epochs", "optimizer.lr"})
      EXPECT_THAT(unread, Not(Contains(key))) << name;
  }
}

TEST(UnreadSettings, HaveThoseOfOtherMethodsAndNoneOfItsOwn) {
  for (const MethodEntry& method : methods()) {
    const std::vector<std::string> unread = unread_settings(
        preset("cifar10/" + method.name + "-0.50",
               {"consistency.attack=true", "consistency.form=kl-entropy", "smoothadv.attack=ddn"}));
    for (const MethodEntry& other : methods()) {
      for (const Parameter& setting : other.settings)
        EXPECT_EQ(std::ranges::count(unread, setting.name), other.name == method.name ? 0 : 1)
            << setting.name;
    }
  }
}

TEST(UnreadSettings, DependOnOthersThatExist) {
  std::set<std::string> keys;
  for (const Parameter& setting : train_settings()) keys.insert(setting.name);
  for (const Parameter& setting : train_settings()) {
    for (const ParameterCondition& condition : setting.read_if)
      EXPECT_TRUE(keys.contains(condition.name)) << setting.name << " depends on " << condition.name;
  }
}

TEST(TrainingConfig, RefusesASettingOfAnotherMethod) {
  EXPECT_EQ(error_with("cifar10/gaussian-1.00", {"consistency.lambda=3"}),
            "--set consistency.lambda=3: consistency.lambda would have no effect, because train.method is "
            "gaussian, and only consistency reads it; leave it out");
}

TEST(TrainingConfig, RefusesSettingsOfWhatIsOff) {
  EXPECT_THAT(error_with("cifar10/gaussian-1.00", {"discard.below=0.3"}), HasSubstr("discard.on is false"));
  EXPECT_THAT(error_with("cifar10/gaussian-1.00", {"easy_focus.start_epoch=3"}), HasSubstr("is off"));
  EXPECT_THAT(error_with("cifar10/gaussian-1.00", {"optimizer.warmup=0.1"}),
              HasSubstr("optimizer.schedule is steps"));
  EXPECT_THAT(error_with("cifar10/desk/gaussian-1.00", {"optimizer.milestones=[3]"}),
              HasSubstr("optimizer.schedule is one-cycle"));
  EXPECT_THAT(error_with("cifar10/easy-focus-0.50", {"discard.on=false", "discard.below=0.3"}),
              HasSubstr("--set discard.below=0.3"));
}

TEST(TrainingConfig, TakesWhatIsRead) {
  EXPECT_NO_THROW(config_with("cifar10/gaussian-1.00", {"discard.on=true", "discard.below=0.3"}));
  EXPECT_NO_THROW(config_with("cifar10/easy-focus-0.50", {"easy_focus.start_epoch=90"}));
  EXPECT_NO_THROW(config_with("cifar10/gaussian-1.00", {"train.with_replacement_from=0"}));
}

TEST(TrainingConfig, LetsALaterTextSwitchOffWhatAnEarlierOneSetUp) {
  EXPECT_NO_THROW(config_with("cifar10/easy-focus-0.50", {"discard.on=false"}));
  EXPECT_NO_THROW(config_with("cifar10/consistency-0.50", {"train.method=gaussian"}));
  const test::TempDir dir;
  dir.write("a.toml", "include = 'preset:cifar10/gaussian-0.50'\n[discard]\non = true\nbelow = 0.3\n");
  const auto path = dir.write("b.toml", "include = 'a.toml'\n[discard]\non = false\n");
  EXPECT_NO_THROW(config_with(path.string(), {}));
}

TEST(TrainingConfig, NamesTheLineOfAFileThatSetsInVain) {
  const test::TempDir dir;
  const auto path = dir.write("mine.toml", "include = 'preset:cifar10/gaussian-0.50'\n[macer]\nlambda = 3\n");
  EXPECT_EQ(error_with(path.string(), {}),
            path.string() +
                ":3: macer.lambda would have no effect, because train.method is gaussian, and only "
                "macer reads it; leave it out");
  EXPECT_NO_THROW(config_with(path.string(), {"train.method=macer"}));
}

TEST(RunConfigText, LeavesOutWhatIsNotRead) {
  const std::string text = run_config_text(preset("cifar10/desk/easy-focus-0.50"));
  EXPECT_THAT(text, HasSubstr("\n[discard]\n"));
  EXPECT_THAT(text, Not(HasSubstr("[consistency]")));
  EXPECT_THAT(text, Not(HasSubstr("milestones = ")));
  EXPECT_THAT(run_config_text(preset("cifar10/desk/gaussian-0.50")), Not(HasSubstr("start_epoch")));
}

}  // namespace
}  // namespace certus
