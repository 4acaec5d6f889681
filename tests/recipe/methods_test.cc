#include "certus/recipe/methods.h"

#include "certus/recipe/method_settings.h"
#include "certus/recipe/train_settings.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Methods, AreThoseOfTheTable) {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) names.push_back(entry.name);
  EXPECT_THAT(names, ElementsAre("gaussian", "stability", "smoothadv", "macer", "consistency", "smoothmix",
                                 "cat-rs", "easy-focus"));
}

TEST(Methods, AreFoundByName) {
  EXPECT_EQ(find_method("cat-rs").name, "cat-rs");
  EXPECT_THAT(test::error_of([] { find_method("catrs"); }), HasSubstr("'catrs', expected one of gaussian"));
}

TEST(Methods, HaveDocumentedDefaults) {
  const Config config(
      train_settings(), {},
      {"data.name=mnist", "model.arch=lenet", "noise.sigma=0.5", "train.method=gaussian", "train.epochs=1"});
  const auto stability = config.read<StabilitySettings>();
  EXPECT_EQ(stability.lambda, 2.0);

  const auto smoothadv = config.read<SmoothAdvSettings>();
  EXPECT_EQ(smoothadv.attack, SmoothAdvSettings::Attack::kDdn);
  EXPECT_EQ(smoothadv.radius_256, 64.0);
  EXPECT_EQ(smoothadv.steps, 10);
  EXPECT_EQ(smoothadv.warmup_epochs, 1);
  EXPECT_EQ(smoothadv.ddn_gamma, 0.05);

  const auto macer = config.read<MacerSettings>();
  EXPECT_EQ(macer.beta, 16.0);
  EXPECT_EQ(macer.margin, 8.0);
  EXPECT_EQ(macer.lambda, 16.0);
  EXPECT_EQ(macer.deferred_epochs, 0);

  const auto consistency = config.read<ConsistencySettings>();
  EXPECT_EQ(consistency.lambda, 10.0);
  EXPECT_EQ(consistency.eta, 0.5);
  EXPECT_EQ(consistency.form, ConsistencySettings::Form::kKlEntropy);
  EXPECT_FALSE(consistency.attack);
  EXPECT_EQ(consistency.radius_256, 512.0);
  EXPECT_EQ(consistency.steps, 4);
  EXPECT_EQ(consistency.warmup_epochs, 10);

  const auto smoothmix = config.read<SmoothMixSettings>();
  EXPECT_EQ(smoothmix.steps, 8);
  EXPECT_EQ(smoothmix.step_size, 1.0);
  EXPECT_EQ(smoothmix.mix_step, 0);
  EXPECT_EQ(smoothmix.eta, 1.0);
  EXPECT_EQ(smoothmix.warmup_epochs, 10);
  EXPECT_EQ(smoothmix.radius, 0.0);

  const auto catrs = config.read<CatRsSettings>();
  EXPECT_EQ(catrs.radius_256, 256.0);
  EXPECT_EQ(catrs.steps, 4);
  EXPECT_EQ(catrs.lambda, 1.0);
  EXPECT_EQ(catrs.confidence, CatRsSettings::Confidence::kVotes);
  EXPECT_EQ(catrs.double_radius_epoch, 10000);
  EXPECT_EQ(catrs.soft_labels, "");
}

}  // namespace
}  // namespace certus
