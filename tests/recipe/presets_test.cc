#include "certus/recipe/presets.h"

#include <gmock/gmock.h>

#include <array>
#include <map>
#include <regex>

#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/methods.h"
#include "certus/recipe/train_settings.h"
#include "certus/recipe/unread_settings.h"
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
  ASSERT_FALSE(preset_names().empty());
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    const std::vector<ConfigText> texts = load_preset(name);
    EXPECT_TRUE(has_method(method_of(texts))) << "there is no method '" << method_of(texts) << '\'';
    const Config config(train_settings(), texts, {});
    EXPECT_EQ(config.read<LoopSettings>().method, method_of(texts));
    EXPECT_EQ(config.read<DataSettings>().name, name.substr(0, name.find('/')));
    EXPECT_EQ(config.read<NoiseSettings>().sigma, std::stod(name.substr(name.rfind('-') + 1)));
  }
}

TEST(Presets, NameTheMethodTheyTrain) {
  for (const std::string& name : preset_names()) {
    const std::string method = method_of(load_preset(name));
    const std::string last = name.substr(name.rfind('/') + 1);
    EXPECT_TRUE(last.starts_with(method) || (last.starts_with("ablation-") && method == "easy-focus"))
        << name << " trains " << method;
  }
}

const std::vector<std::string> kSigmas{"0.25", "0.50", "1.00"};

/// A row of a published table: what the presets <preset>-<sigma> have for a setting.
struct PublishedRow {
  std::string preset;
  std::string key;
  std::array<std::string, 3> by_sigma;  ///< as --set takes them; empty where no source names a value
};

std::array<std::string, 3> same(const std::string& value) {
  return {value, value, value};
}

using Settings = std::map<std::string, std::string>;  ///< values as --set takes them, by key

/// What the tables say of the preset <folder><preset>-<sigma>: what all of a folder share, and its own rows.
Settings published_settings(const Settings& shared, const std::vector<PublishedRow>& rows,
                            const std::string& preset, std::size_t sigma) {
  Settings settings = shared;
  settings["train.method"] = preset;
  settings["noise.sigma"] = kSigmas[sigma];
  for (const PublishedRow& row : rows) {
    if (row.preset != preset) continue;
    settings.erase(row.key);
    if (!row.by_sigma[sigma].empty()) settings[row.key] = row.by_sigma[sigma];
  }
  return settings;
}

/// The preset has these values when setting them changes nothing.
void expect_settings(const std::string& preset, const Settings& settings) {
  std::vector<std::string> overrides;
  for (const auto& [key, value] : settings) overrides.push_back(key + '=' + value);
  EXPECT_EQ(config_of(preset).to_toml(), Config(train_settings(), load_preset(preset), overrides).to_toml())
      << preset << " (first) against the published values";
}

const Settings kCifar10Shared{{"data.name", "cifar10"},
                              {"data.augment", "crop-flip"},
                              {"model.arch", "cifar_resnet110"},
                              {"model.normalization", "''"},
                              {"train.epochs", "150"},
                              {"train.batch", "256"},
                              {"train.images", "0"},
                              {"train.with_replacement_from", "-1"},
                              {"optimizer.lr", "0.1"},
                              {"optimizer.momentum", "0.9"},
                              {"optimizer.weight_decay", "1e-4"},
                              {"optimizer.schedule", "steps"},
                              {"optimizer.milestones", "[50, 100]"},
                              {"optimizer.factor", "0.1"},
                              {"discard.on", "false"},
                              {"reweight.on", "false"},
                              {"sphere_attack.on", "false"}};

const std::vector<PublishedRow> kCifar10Rows{
    {"gaussian", "noise.copies", same("4")},
    {"stability", "noise.copies", same("1")},
    {"stability", "stability.lambda", {"2.0", "2.0", "1.0"}},
    {"smoothadv", "noise.copies", {"4", "8", "2"}},
    {"smoothadv", "smoothadv.attack", same("pgd")},
    {"smoothadv", "smoothadv.radius_256", {"256", "256", "512"}},
    {"smoothadv", "smoothadv.steps", same("10")},
    {"smoothadv", "smoothadv.warmup_epochs", same("10")},
    {"macer", "noise.copies", same("16")},
    {"macer", "train.batch", same("64")},
    {"macer", "macer.beta", same("16")},
    {"macer", "macer.margin", same("8")},
    {"macer", "macer.lambda", {"12", "4", "12"}},
    {"macer", "macer.deferred_epochs", {"0", "0", "50"}},
    {"consistency", "noise.copies", same("2")},
    {"consistency", "consistency.form", same("kl-entropy")},
    {"consistency", "consistency.lambda", {"20", "10", "10"}},
    {"consistency", "consistency.eta", same("0.5")},
    {"consistency", "consistency.attack", same("false")},
    {"consistency-attack", "train.method", same("consistency")},
    {"consistency-attack", "noise.copies", same("2")},
    {"consistency-attack", "consistency.form", same("kl-entropy")},
    {"consistency-attack", "consistency.lambda", {"20", "10", "10"}},
    {"consistency-attack", "consistency.eta", same("0.5")},
    {"consistency-attack", "consistency.attack", same("true")},
    {"consistency-attack", "consistency.radius_256", same("512")},
    {"consistency-attack", "consistency.steps", same("4")},
    {"consistency-attack", "consistency.warmup_epochs", same("10")},
    {"smoothmix", "noise.copies", same("2")},
    {"smoothmix", "smoothmix.steps", same("4")},
    {"smoothmix", "smoothmix.step_size", {"0.5", "1.0", "2.0"}},
    {"smoothmix", "smoothmix.mix_step", {"0", "1", "1"}},
    {"smoothmix", "smoothmix.eta", same("5.0")},
    {"smoothmix", "smoothmix.warmup_epochs", same("10")},
    {"smoothmix", "smoothmix.radius", same("0")},
    {"cat-rs", "noise.copies", same("4")},
    {"cat-rs", "catrs.radius_256", same("256")},
    {"cat-rs", "catrs.steps", same("4")},
    {"cat-rs", "catrs.lambda", {"0.5", "1.0", "2.0"}},
    {"cat-rs", "catrs.confidence", same("votes")},
    {"cat-rs", "catrs.double_radius_epoch", same("10000")},
    {"easy-focus", "noise.copies", same("4")},
    {"easy-focus", "discard.on", same("true")},
    {"easy-focus", "easy_focus.start_epoch", {"60", "70", "60"}},
    {"easy-focus", "discard.start_epoch", same("-1")},
    {"easy-focus", "discard.below", {"0.5", "0.4", "0.4"}},
    {"easy-focus", "discard.samples", same("100")},
    {"easy-focus", "discard.views", same("augmented")},
    {"easy-focus", "reweight.on", same("true")},
    {"easy-focus", "reweight.start_epoch", same("-1")},
    {"easy-focus", "reweight.every", same("10")},
    {"easy-focus", "reweight.samples", same("16")},
    {"easy-focus", "reweight.alpha", same("0.1")},
    {"easy-focus", "reweight.floor", same("0.75")},
    {"easy-focus", "reweight.views", same("augmented")},
    {"easy-focus", "sphere_attack.on", same("true")},
    {"easy-focus", "sphere_attack.start_epoch", same("-1")},
    {"easy-focus", "sphere_attack.steps", {"3", "6", "4"}},
    {"easy-focus", "sphere_attack.step_size", {"0.25", "0.25", "0.5"}},
    {"easy-focus", "sphere_attack.norm", same("l2")},
};

const Settings kImagenetShared{{"data.name", "imagenet"},       {"data.augment", "random-resized-crop"},
                               {"model.arch", "resnet50"},      {"model.normalization", "''"},
                               {"train.epochs", "90"},          {"train.batch", "256"},
                               {"train.images", "0"},           {"optimizer.lr", "0.1"},
                               {"optimizer.momentum", "0.9"},   {"optimizer.weight_decay", "1e-4"},
                               {"optimizer.schedule", "steps"}, {"optimizer.milestones", "[30, 60]"},
                               {"optimizer.factor", "0.1"},     {"discard.on", "false"},
                               {"reweight.on", "false"},        {"sphere_attack.on", "false"}};

// No recipe of Stability, MACER, SmoothMix and of CAT-RS at 0.25 and 0.50 is documented.
const std::vector<PublishedRow> kImagenetRows{
    {"gaussian", "noise.copies", same("1")},
    {"smoothadv", "noise.copies", same("1")},
    {"smoothadv", "smoothadv.attack", {"ddn", "pgd", "pgd"}},
    {"smoothadv", "smoothadv.radius_256", {"255", "255", "512"}},
    {"smoothadv", "smoothadv.steps", {"2", "1", "1"}},
    {"smoothadv", "smoothadv.ddn_gamma", {"0.05", "", ""}},
    {"macer", "train.batch", same("")},
    {"consistency", "noise.copies", same("2")},
    {"consistency", "consistency.form", same("kl-entropy")},
    {"consistency", "consistency.lambda", {"10", "5", "5"}},
    {"consistency", "consistency.eta", {"0.5", "0.5", "0.1"}},
    {"consistency", "consistency.attack", same("false")},
    {"cat-rs", "optimizer.milestones", {"", "", "[30, 60, 85]"}},
    {"cat-rs", "noise.copies", {"", "", "2"}},
    {"cat-rs", "catrs.radius_256", {"", "", "256"}},
    {"cat-rs", "catrs.double_radius_epoch", {"", "", "80"}},
    {"cat-rs", "catrs.steps", {"", "", "1"}},
    {"cat-rs", "catrs.lambda", {"", "", "2.0"}},
    {"cat-rs", "catrs.confidence", {"", "", "soft-labels"}},
    {"easy-focus", "noise.copies", {"1", "1", "2"}},
    {"easy-focus", "discard.on", same("true")},
    {"easy-focus", "easy_focus.start_epoch", same("0")},
    {"easy-focus", "discard.start_epoch", same("-1")},
    {"easy-focus", "discard.below", {"0.2", "0.2", "0.1"}},
    {"easy-focus", "discard.samples", same("50")},
    {"easy-focus", "sphere_attack.on", same("true")},
    {"easy-focus", "sphere_attack.start_epoch", same("-1")},
    {"easy-focus", "sphere_attack.steps", {"2", "2", "1"}},
    {"easy-focus", "sphere_attack.step_size", {"0.5", "1.0", "2.0"}},
    {"easy-focus", "sphere_attack.norm", same("l2")},
};

TEST(Presets, HaveThePublishedValuesOfCifar10) {
  std::vector<std::string> presets{"consistency-attack"};
  for (const MethodEntry& method : methods()) presets.push_back(method.name);
  for (const std::string& preset : presets) {
    EXPECT_TRUE(std::ranges::any_of(kCifar10Rows, [&](auto& row) { return row.preset == preset; }))
        << "the tables of CIFAR-10 have nothing on " << preset;
    for (std::size_t sigma = 0; sigma < kSigmas.size(); ++sigma) {
      expect_settings("cifar10/" + preset + '-' + kSigmas[sigma],
                      published_settings(kCifar10Shared, kCifar10Rows, preset, sigma));
    }
  }
}

TEST(Presets, HaveThePublishedValuesOfImagenet) {
  for (const MethodEntry& method : methods()) {
    for (std::size_t sigma = 0; sigma < kSigmas.size(); ++sigma) {
      expect_settings("imagenet/" + method.name + '-' + kSigmas[sigma],
                      published_settings(kImagenetShared, kImagenetRows, method.name, sigma));
    }
  }
}

struct AblationRow {
  std::string preset;
  bool discard, reweight, attack;
};

const std::vector<AblationRow> kAblation{
    {"ablation-none", false, false, false},           {"ablation-discard", true, false, false},
    {"ablation-reweight", false, true, false},        {"ablation-attack", false, false, true},
    {"ablation-discard-reweight", true, true, false}, {"ablation-discard-attack", true, false, true},
    {"ablation-reweight-attack", false, true, true},  {"easy-focus", true, true, true}};

TEST(Presets, HaveTheEightRowsOfTheAblation) {
  for (const AblationRow& row : kAblation) {
    for (const std::string folder : {"cifar10/", "cifar10/desk/"}) {
      for (const std::string& sigma : kSigmas) {
        const std::string name = folder + row.preset + '-' + sigma;
        const Config config = config_of(name);
        EXPECT_EQ(config.read<DiscardSettings>().on, row.discard) << name;
        EXPECT_EQ(config.read<ReweightSettings>().on, row.reweight) << name;
        EXPECT_EQ(config.read<SphereAttackSettings>().on, row.attack) << name;
      }
    }
  }
}

TEST(Presets, StartThePiecesOfTheAblationAsThePublishedScript) {
  for (const AblationRow& row : kAblation) {
    for (const std::string folder : {"cifar10/", "cifar10/desk/"}) {
      for (const std::string& sigma : kSigmas) {
        SCOPED_TRACE(folder + row.preset + '-' + sigma);
        const bool none = !row.discard && !row.reweight && !row.attack;
        const std::int64_t start =
            row.discard ? config_of(folder + "easy-focus-" + sigma).read<EasyFocusSettings>().start_epoch : 0;
        const TrainingPieces pieces = pieces_of(config_of(folder + row.preset + '-' + sigma));
        for (const std::int64_t epoch : {std::int64_t{0}, start, start + 1}) {
          const EpochPlan plan = plan_epoch(epoch, pieces);
          EXPECT_EQ(plan.attack, row.attack && epoch >= start) << epoch;
          EXPECT_EQ(plan.with_replacement, !none && epoch >= start) << epoch;
        }
        EXPECT_EQ(plan_epoch(start, pieces).discard_now, row.discard);
        EXPECT_EQ(plan_epoch(start, pieces).refresh_weights_now, row.reweight);
      }
    }
  }
}

TEST(Presets, DifferWithinTheAblationInNothingElse) {
  for (const AblationRow& row : kAblation) {
    for (const std::string folder : {"cifar10/", "cifar10/desk/"}) {
      for (const std::string& sigma : kSigmas) {
        const Config full = config_of(folder + "easy-focus-" + sigma);
        const std::vector<std::string> as_in_full{
            "discard.on=true", "reweight.on=true", "sphere_attack.on=true", "train.with_replacement_from=-1",
            "easy_focus.start_epoch=" + full.plain_text("easy_focus.start_epoch")};
        const std::vector<ConfigText> texts = load_preset(folder + row.preset + '-' + sigma);
        EXPECT_EQ(Config(train_settings(), texts, as_in_full).to_toml(), full.to_toml());
      }
    }
  }
}

TEST(Presets, SetNothingInVain) {
  for (const std::string& name : preset_names()) {
    EXPECT_NO_THROW(training_config(load_preset(name), {})) << name;
  }
}

TEST(Presets, AreReadBackFromTheFileThatARunKeeps) {
  for (const std::string& name : preset_names()) {
    const std::string kept = run_config_text(config_of(name));
    EXPECT_EQ(run_config_text(training_config({{.name = "config.toml", .content = kept}}, {})), kept) << name;
  }
}

TEST(Presets, AreScaledForTheDesk) {
  for (const MethodEntry& method : methods()) {
    for (const std::string& sigma : kSigmas) {
      expect_settings("cifar10/desk/" + method.name + '-' + sigma, {{"model.arch", "cifar_resnet20"},
                                                                    {"train.epochs", "12"},
                                                                    {"optimizer.schedule", "one-cycle"},
                                                                    {"optimizer.lr", "0.2"},
                                                                    {"optimizer.warmup", "0.2"}});
    }
  }
  for (const std::string& sigma : kSigmas) {
    expect_settings("cifar10/desk/easy-focus-" + sigma,
                    {{"easy_focus.start_epoch", "5"}, {"discard.samples", "20"}, {"reweight.every", "4"}});
    expect_settings("mnist/desk/easy-focus-" + sigma,
                    {{"easy_focus.start_epoch", "2"}, {"discard.samples", "20"}, {"reweight.every", "1"}});
  }
  const Config desk = config_of("cifar10/desk/easy-focus-0.50");
  EXPECT_EQ(desk.read<NoiseSettings>().copies, 1);
  EXPECT_EQ(desk.read<SphereAttackSettings>().steps, 6);
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
            "cifar10/gaussian-0.25, cifar10/gaussian-1.00; the name of a file must end in .toml");
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
  EXPECT_EQ(config.read<NoiseSettings>().copies, 3);
  EXPECT_EQ(config.read<NoiseSettings>().sigma, 0.5);
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
