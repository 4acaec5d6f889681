#include "certus/train/make_method.h"

#include "certus/recipe/methods.h"
#include "certus/recipe/train_settings.h"
#include "support/temp_dir.h"
#include "support/training_slice.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

Config config_with(std::vector<std::string> overrides) {
  std::vector<std::string> all{"data.name=mnist", "model.arch=lenet", "noise.sigma=0.5",
                               "train.method=gaussian", "train.epochs=1"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return Config(train_settings(), {}, all);
}

std::unique_ptr<Method> made(const std::string& name, std::vector<std::string> overrides) {
  overrides.push_back("train.method=" + name);
  return make_method(config_with(std::move(overrides)));
}

std::string refusal(const std::string& name, std::vector<std::string> overrides) {
  return test::error_of([&] { made(name, std::move(overrides)); });
}

TEST(MakeMethod, TrainASmallNetwork) {
  for (const MethodEntry& entry : methods()) {
    const std::int64_t copies = entry.name == "stability" ? 1 : 2;
    const std::unique_ptr<Method> method =
        made(entry.name, {"noise.copies=" + std::to_string(copies), "catrs.soft_labels=table.csv"});
    const test::SmallNetwork small(2);
    const StepOutcome outcome = method->step(small.network(), test::random_slice(6, copies, 4));
    EXPECT_GT(outcome.loss.item<double>(), 0.0) << entry.name;
    EXPECT_FALSE(outcome.reported_loss.requires_grad()) << entry.name;
    EXPECT_FALSE(outcome.correct.requires_grad()) << entry.name;
    outcome.loss.backward();
    for (const at::Tensor& parameter : small.parameters) {
      ASSERT_TRUE(parameter.grad().defined()) << entry.name;
      EXPECT_TRUE(parameter.grad().isfinite().all().item<bool>()) << entry.name;
      EXPECT_GT(parameter.grad().abs().max().item<double>(), 0.0) << entry.name;
    }
  }
}

TEST(MakeMethod, TakeTheirSettings) {
  // Each setting changes the loss of the same step.
  const auto loss = [](const std::string& name, std::vector<std::string> overrides) {
    const std::int64_t copies = name == "stability" ? 1 : 2;
    overrides.push_back("noise.copies=" + std::to_string(copies));
    overrides.push_back("catrs.soft_labels=table.csv");
    Slice slice = test::random_slice(16, copies, 4);
    slice.epoch = 3;
    return made(name, overrides)->step(test::SmallNetwork(2).network(), slice).loss.item<double>();
  };
  const auto expect_change = [&](const std::string& name, const std::string& setting,
                                 const std::vector<std::string>& others = {}) {
    std::vector<std::string> changed = others;
    changed.push_back(setting);
    EXPECT_NE(loss(name, others), loss(name, changed)) << name << " " << setting;
  };
  expect_change("stability", "stability.lambda=1");
  expect_change("smoothadv", "smoothadv.attack=pgd");
  expect_change("smoothadv", "smoothadv.attack=gradient-free", {"smoothadv.attack=pgd"});
  expect_change("smoothadv", "smoothadv.radius_256=128", {"smoothadv.attack=pgd"});
  expect_change("smoothadv", "smoothadv.steps=2", {"smoothadv.attack=pgd"});
  expect_change("smoothadv", "smoothadv.warmup_epochs=10", {"smoothadv.attack=pgd"});
  expect_change("macer", "macer.beta=2", {"macer.beta=4"});
  expect_change("macer", "macer.margin=4", {"macer.beta=2"});
  expect_change("macer", "macer.lambda=1", {"macer.beta=2"});
  expect_change("macer", "macer.deferred_epochs=4", {"macer.beta=2"});
  expect_change("consistency", "consistency.lambda=1");
  expect_change("consistency", "consistency.eta=1");
  for (const std::string form : {"kl-plus-entropy", "kl", "squared"}) {
    expect_change("consistency", "consistency.form=" + form);
  }
  expect_change("consistency", "consistency.attack=true");
  expect_change("consistency", "consistency.radius_256=64", {"consistency.attack=true"});
  expect_change("consistency", "consistency.steps=1", {"consistency.attack=true"});
  expect_change("consistency", "consistency.warmup_epochs=5", {"consistency.attack=true"});
  expect_change("smoothmix", "smoothmix.steps=2");
  expect_change("smoothmix", "smoothmix.step_size=0.1");
  expect_change("smoothmix", "smoothmix.mix_step=1");
  expect_change("smoothmix", "smoothmix.eta=5");
  expect_change("smoothmix", "smoothmix.warmup_epochs=5");
  expect_change("smoothmix", "smoothmix.radius=0.2");
  expect_change("cat-rs", "catrs.radius_256=64");
  expect_change("cat-rs", "catrs.steps=1");
  expect_change("cat-rs", "catrs.lambda=2");
  expect_change("cat-rs", "catrs.confidence=soft-labels");
  expect_change("cat-rs", "catrs.double_radius_epoch=3");
}

TEST(MakeMethod, RefuseWhatCannotWork) {
  EXPECT_THAT(refusal("stability", {"noise.copies=2"}), HasSubstr("set noise.copies = 1"));
  EXPECT_THAT(refusal("smoothadv", {"smoothadv.attack=gradient-free", "noise.copies=1"}),
              HasSubstr("set noise.copies = 2 or more, or another attack"));
  EXPECT_THAT(refusal("consistency", {"noise.copies=1"}), HasSubstr("set noise.copies = 2 or more"));
  EXPECT_THAT(refusal("consistency", {"noise.copies=3", "consistency.form=squared"}),
              HasSubstr("set noise.copies = 2 or another form"));
  EXPECT_THAT(refusal("smoothmix", {"smoothmix.steps=4", "smoothmix.mix_step=4"}),
              HasSubstr("mix_step is 4, but the attack has 4 steps"));
  EXPECT_THAT(refusal("cat-rs", {}), HasSubstr("catrs.soft_labels is empty"));
}

}  // namespace
}  // namespace certus
