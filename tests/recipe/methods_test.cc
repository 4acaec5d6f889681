#include "certus/recipe/methods.h"

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
  EXPECT_EQ(config.real("stability.lambda"), 2.0);
  EXPECT_EQ(config.text("smoothadv.attack"), "ddn");
  EXPECT_EQ(config.real("smoothadv.radius_256"), 64.0);
  EXPECT_EQ(config.integer("smoothadv.steps"), 10);
  EXPECT_EQ(config.integer("smoothadv.warmup_epochs"), 1);
  EXPECT_EQ(config.real("smoothadv.ddn_gamma"), 0.05);
  EXPECT_EQ(config.real("macer.beta"), 16.0);
  EXPECT_EQ(config.real("macer.margin"), 8.0);
  EXPECT_EQ(config.real("macer.lambda"), 16.0);
  EXPECT_EQ(config.integer("macer.deferred_epochs"), 0);
  EXPECT_EQ(config.real("consistency.lambda"), 10.0);
  EXPECT_EQ(config.real("consistency.eta"), 0.5);
  EXPECT_EQ(config.text("consistency.form"), "kl-entropy");
  EXPECT_FALSE(config.flag("consistency.attack"));
  EXPECT_EQ(config.real("consistency.radius_256"), 512.0);
  EXPECT_EQ(config.integer("consistency.steps"), 4);
  EXPECT_EQ(config.integer("consistency.warmup_epochs"), 10);
  EXPECT_EQ(config.integer("smoothmix.steps"), 8);
  EXPECT_EQ(config.real("smoothmix.step_size"), 1.0);
  EXPECT_EQ(config.integer("smoothmix.mix_step"), 0);
  EXPECT_EQ(config.real("smoothmix.eta"), 1.0);
  EXPECT_EQ(config.integer("smoothmix.warmup_epochs"), 10);
  EXPECT_EQ(config.real("smoothmix.radius"), 0.0);
  EXPECT_EQ(config.real("catrs.radius_256"), 256.0);
  EXPECT_EQ(config.integer("catrs.steps"), 4);
  EXPECT_EQ(config.real("catrs.lambda"), 1.0);
  EXPECT_EQ(config.text("catrs.confidence"), "votes");
  EXPECT_EQ(config.integer("catrs.double_radius_epoch"), 10000);
  EXPECT_EQ(config.text("catrs.soft_labels"), "");
}

}  // namespace
}  // namespace certus
