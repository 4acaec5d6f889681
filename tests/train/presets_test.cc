#include "certus/train/presets.h"

#include <gmock/gmock.h>

#include <regex>

#include "certus/train/methods.h"
#include "certus/train/train_settings.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const std::vector<ConfigText>& texts) {
  std::vector<std::string> names;
  for (const ConfigText& text : texts) names.push_back(text.name);
  return names;
}

/// The method of a preset, without a schema: the last text that sets one decides.
std::string method_of(const std::vector<ConfigText>& texts) {
  static const std::regex pattern("(^|\n)method = \"([^\"]*)\"");
  std::string method;
  for (const ConfigText& text : texts) {
    std::smatch found;
    if (std::regex_search(text.content, found, pattern)) method = found[2];
  }
  return method;
}

bool has_method(const std::string& name) {
  return std::ranges::any_of(methods(), [&](const MethodEntry& entry) { return entry.name == name; });
}

Config config_of(const std::string& preset) {
  return {train_settings(), load_preset(preset), {}};
}

TEST(Presets, AreThereForEveryMethodSigmaAndScale) {
  const std::vector<std::string> names = preset_names();
  for (const MethodEntry& method : methods()) {
    for (const std::string folder : {"cifar10/", "cifar10/desk/", "imagenet/", "mnist/desk/"}) {
      for (const std::string sigma : {"-0.25", "-0.50", "-1.00"}) {
        EXPECT_THAT(names, testing::Contains(folder + method.name + sigma));
      }
    }
  }
}

TEST(Presets, ReadAgainstTheSchema) {
  int read = 0;
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    const std::vector<ConfigText> texts = load_preset(name);
    if (!has_method(method_of(texts))) continue;
    ++read;
    const Config config(train_settings(), texts, {});
    EXPECT_EQ(config.text("train.method"), method_of(texts));
    EXPECT_EQ(config.text("data.name"), name.substr(0, name.find('/')));
    EXPECT_EQ(config.real("noise.sigma"), std::stod(name.substr(name.rfind('-') + 1)));
  }
  EXPECT_GE(read, 12);  // Gaussian alone: three sigmas in four folders
}

TEST(Presets, NameTheMethodTheyTrain) {
  for (const std::string& name : preset_names()) {
    const std::string method = method_of(load_preset(name));
    const std::string last = name.substr(name.rfind('/') + 1);
    EXPECT_TRUE(last.starts_with(method) || (last.starts_with("ablation-") && method == "easy-focus"))
        << name << " trains " << method;
  }
}

TEST(Presets, HaveTheEightRowsOfTheAblation) {
  const std::vector<std::string> names = preset_names();
  for (const std::string folder : {"cifar10/", "cifar10/desk/"}) {
    for (const std::string sigma : {"0.25", "0.50", "1.00"}) {
      EXPECT_THAT(names, testing::Contains(folder + "easy-focus-" + sigma));
      for (const std::string row : {"none", "discard", "reweight", "attack", "discard-reweight",
                                    "discard-attack", "reweight-attack"}) {
        const std::string name = folder + "ablation-" + row + '-' + sigma;
        ASSERT_THAT(names, testing::Contains(name));
        const Config config = config_of(name);
        EXPECT_EQ(config.flag("discard.on"), row.find("discard") != std::string::npos) << name;
        EXPECT_EQ(config.flag("reweight.on"), row.find("reweight") != std::string::npos) << name;
        EXPECT_EQ(config.flag("sphere_attack.on"), row.find("attack") != std::string::npos) << name;
      }
    }
  }
}

TEST(Presets, HaveThePublishedValues) {
  const Config config = config_of("cifar10/easy-focus-0.50");
  EXPECT_EQ(config.text("model.arch"), "cifar_resnet110");
  EXPECT_EQ(config.integer("train.epochs"), 150);
  EXPECT_EQ(config.integer("noise.copies"), 4);
  EXPECT_THAT(config.integers("optimizer.milestones"), ElementsAre(50, 100));
  EXPECT_EQ(config.integer("discard.start_epoch"), 70);
  EXPECT_EQ(config.real("discard.below"), 0.4);
  EXPECT_EQ(config.integer("sphere_attack.steps"), 6);
  EXPECT_EQ(config.real("sphere_attack.step_size"), 0.25);
  const Config desk = config_of("cifar10/desk/easy-focus-0.50");
  EXPECT_EQ(desk.text("model.arch"), "cifar_resnet8");
  EXPECT_EQ(desk.integer("discard.start_epoch"), 4);
  EXPECT_EQ(desk.integer("sphere_attack.steps"), 4);
}

TEST(Presets, DoNotListWhatOnlyServesToBeIncluded) {
  EXPECT_THAT(preset_names(), testing::Each(testing::Not(testing::EndsWith("base"))));
}

TEST(LoadPreset, GivesTextsInTheOrderInWhichTheyOverride) {
  EXPECT_THAT(names_of(load_preset("cifar10/desk/gaussian-0.50")),
              ElementsAre("presets/cifar10/base.toml", "presets/cifar10/gaussian-0.50.toml",
                          "presets/cifar10/desk/base.toml", "presets/cifar10/desk/gaussian-0.50.toml"));
}

TEST(LoadPreset, NamesAFewNearPresetsForAnUnknownOne) {
  EXPECT_EQ(test::error_of([] { load_preset("cifar10/gausian-0.50"); }),
            "there is no preset 'cifar10/gausian-0.50'; the nearest are cifar10/gaussian-0.50, "
            "cifar10/gaussian-0.25, cifar10/gaussian-1.00; the name of a file has to end in .toml");
  EXPECT_THAT(test::error_of([] { load_preset("gaussian-0.50"); }), HasSubstr("cifar10/gaussian-0.50"));
}

TEST(LoadPreset, ReadsFilesThatIncludeFilesAndPresets) {
  const test::TempDir dir;
  std::filesystem::create_directory(dir / "parts");
  dir.write("parts/noise.toml", "include = 'preset:cifar10/gaussian-0.50'\n[noise]\ncopies = 2\n");
  const auto path = dir.write("mine.toml", "include = 'parts/noise.toml'\n\n[noise]\ncopies = 3\n");
  const std::vector<ConfigText> texts = load_preset(path.string());
  EXPECT_THAT(names_of(texts), ElementsAre("presets/cifar10/base.toml", "presets/cifar10/gaussian-0.50.toml",
                                           (dir / "parts/noise.toml").string(), path.string()));
  const Config config(train_settings(), texts, {});
  EXPECT_EQ(config.integer("noise.copies"), 3);
  EXPECT_EQ(config.real("noise.sigma"), 0.5);
}

TEST(LoadPreset, KeepsTheLinesOfAFileThatIncludes) {
  const test::TempDir dir;
  const auto path = dir.write("mine.toml", "include = 'preset:cifar10/gaussian-0.50'\n[noise]\ncopes = 3\n");
  EXPECT_EQ(test::error_of([&] { config_of(path.string()); }),
            path.string() + ":3: unknown key 'noise.copes'; did you mean 'noise.copies'?");
}

TEST(LoadPreset, TakesATextThatTwoOthersInclude) {
  const test::TempDir dir;
  dir.write("a.toml", "include = 'c.toml'");
  dir.write("b.toml", "include = 'c.toml'");
  dir.write("c.toml", "");
  const auto path = dir.write("d.toml", "include = ['a.toml', 'b.toml']");
  EXPECT_EQ(load_preset(path.string()).size(), 5U);
}

TEST(LoadPreset, RefusesIncludesThatLeadBack) {
  const test::TempDir dir;
  const std::string a = dir.write("a.toml", "include = 'b.toml'").string();
  const std::string b = dir.write("b.toml", "include = './a.toml'").string();
  EXPECT_EQ(test::error_of([&] { load_preset(a); }),
            b + ": include leads back to itself: " + a + " -> " + b + " -> " + a);
}

TEST(LoadPreset, SaysWhoIncludesWhatIsMissing) {
  const test::TempDir dir;
  const std::string path = dir.write("a.toml", "include = 'none.toml'").string();
  EXPECT_EQ(
      test::error_of([&] { load_preset(path); }),
      path + ": include: there is no file " + (dir / "none.toml").string() +
          "; paths are relative to the file that includes them, and 'preset:NAME' takes a preset of the "
          "program");
  const std::string other = dir.write("b.toml", "include = 'preset:cifar10/bse'").string();
  EXPECT_THAT(test::error_of([&] { load_preset(other); }),
              testing::AllOf(testing::StartsWith(other + ": include: there is no preset 'cifar10/bse'"),
                             HasSubstr("cifar10/base")));
  EXPECT_THAT(test::error_of([&] { load_preset((dir / "none.toml").string()); }), HasSubstr("none.toml"));
}

}  // namespace
}  // namespace certus
