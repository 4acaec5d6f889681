#include "certus/recipe/train_settings.h"

#include <gmock/gmock.h>

#include <set>

#include "certus/recipe/methods.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

const std::vector<std::string> kRequired{"data.name=mnist", "model.arch=lenet", "noise.sigma=0.5",
                                         "train.method=gaussian", "train.epochs=1"};

TEST(TrainSettings, HaveDefaultsWithinTheirRanges) {
  const Config config(train_settings(), {}, kRequired);  // checks every default
  EXPECT_EQ(config.read<LoopSettings>().batch, 256);
  EXPECT_EQ(config.read<OptimizerSettings>().weight_decay, 1e-4);
  EXPECT_FALSE(config.read<DiscardSettings>().on);
  EXPECT_EQ(config.read<ReweightSettings>().views, EstimateViews::kAugmented);
}

TEST(TrainSettings, ReadBackFromTheResolvedConfiguration) {
  const Config config(train_settings(), {}, kRequired);
  const std::string toml = config.to_toml();
  EXPECT_EQ(Config(train_settings(), {{.name = "resolved.toml", .content = toml}}, {}).to_toml(), toml);
}

TEST(TrainSettings, EndWhereTheNumbersOfDrawsWould) {
  const auto config_with = [](const std::string& setting) {
    std::vector<std::string> settings = kRequired;
    settings.push_back(setting);
    return Config(train_settings(), {}, settings);
  };
  EXPECT_NO_THROW(config_with("train.epochs=10000"));
  EXPECT_EQ(test::error_of([&] { config_with("train.epochs=10001"); }),
            "--set train.epochs=10001: train.epochs is 10001, expected a whole number in [1, 10000]");
  for (const std::string key : {"discard.samples", "reweight.samples"}) {
    EXPECT_NO_THROW(config_with(key + "=1000000"));
    EXPECT_THAT(test::error_of([&] { config_with(key + "=1000001"); }),
                testing::EndsWith(key + " is 1000001, expected a whole number in [1, 1000000]"));
  }
}

TEST(TrainSettings, AreExplainedAndLieInTables) {
  for (const Parameter& setting : train_settings()) {
    EXPECT_FALSE(setting.help.empty()) << setting.name;
    EXPECT_EQ(setting.help.find_first_of("|\n"), std::string::npos) << setting.name;
    EXPECT_NE(setting.name.find('.'), std::string::npos) << setting.name;
  }
}

TEST(TrainSettings, HaveThoseOfEveryMethod) {
  std::set<std::string> keys;
  for (const Parameter& setting : train_settings()) keys.insert(setting.name);
  for (const MethodEntry& method : methods()) {
    for (const Parameter& setting : method.settings) EXPECT_TRUE(keys.contains(setting.name)) << setting.name;
  }
}

}  // namespace
}  // namespace certus
