#include "certus/recipe/train_settings.h"

#include "certus/recipe/methods.h"

namespace certus {
namespace {

// Draws of estimates and of the test pass are numbered so that no two are the same (training_set.cc,
// loop.cc). The numbers are sufficient up to these limits.
constexpr double kMostEpochs = 10000;
constexpr double kMostSamples = 1000000;

Parameter& add_views(Parameters& p, EstimateViews& views) {
  return p.add_choice<EstimateViews>(
      "views", views, {{"augmented", EstimateViews::kAugmented}, {"plain", EstimateViews::kPlain}},
      "what the estimate looks at: one augmented view of each image, or the image itself");
}

/// The settings of a piece other than its switch are read when it is on.
std::vector<Parameter> read_when_on(const std::string& piece, std::vector<Parameter> settings) {
  for (Parameter& setting : settings) {
    if (setting.name != piece + ".on") setting.only_if(piece + ".on", "true");
  }
  return settings;
}

}  // namespace

void RunSettings::describe(Parameters& p) {
  p.table("run");
  p.add("seed", seed, "seed of all random choices").at_least(0);
}

void DataSettings::describe(Parameters& p) {
  p.table("data");
  p.add("name", name,
        "data set to train on: cifar10, mnist, imagenet, ..., or a folder with train and test (or val) "
        "inside")
      .must_be_given();
  std::vector<std::pair<std::string, Augmentation>> names;
  for (const auto each : {Augmentation::kCropFlip, Augmentation::kRandomResizedCrop, Augmentation::kNone})
    names.emplace_back(augmentation_name(each), each);
  p.add_choice("augment", augment, names, "random views of training images");
}

void ModelSettings::describe(Parameters& p) {
  p.table("model");
  p.add("arch", arch, "architecture, as certus model new names it").must_be_given();
  p.add("normalization", normalization,
        "first layer: cifar10, cifar100, imagenet, none, or mean/std; empty: that of the data set");
  p.add("start_from", start_from,
        "model file with the weights to start from, of the same architecture and normalization; empty: fresh "
        "weights");
}

void NoiseSettings::describe(Parameters& p) {
  p.table("noise");
  p.add("sigma", sigma, "standard deviation of the noise, for pixels in [0, 1]")
      .in(1e-6, 1000)
      .must_be_given();
  p.add("copies", copies, "noise copies of each image in a step (m)").in(1, 10000);
}

void LoopSettings::describe(Parameters& p) {
  p.table("train");
  p.add("method", method, "training method").must_be_given();
  p.add("epochs", epochs, "passes over the training images").in(1, kMostEpochs).must_be_given();
  p.add("batch", batch, "images in a loader batch; most methods cut it into noise.copies steps").in(1, 1e6);
  p.add("images", images, "train only on the first N images; 0: on all").at_least(0);
  p.add("with_replacement_from", with_replacement_from,
        "first epoch that draws images with replacement; -1: only with discard or reweight, which always do")
      .at_least(-1);
}

void OptimizerSettings::describe(Parameters& p) {
  p.table("optimizer");
  p.add("lr", schedule.lr, "learning rate; the highest of one-cycle").above(0).at_most(1e6);
  p.add("momentum", momentum, "momentum of SGD, without dampening and not Nesterov's").at_least(0).below(1);
  p.add("weight_decay", weight_decay,
        "this factor times the weights is added to the gradient of all parameters")
      .in(0, 1e3);
  p.add_choice<Schedule::Kind>("schedule", schedule.kind,
                               {{"steps", Schedule::Kind::kSteps}, {"one-cycle", Schedule::Kind::kOneCycle}},
                               "steps: drops at milestones; one-cycle: linear rise, then linear fall to 0");
  p.add("milestones", schedule.milestones, "steps: epochs at which the learning rate is multiplied by factor")
      .at_least(0)
      .only_if("optimizer.schedule", "steps");
  p.add("factor", schedule.factor, "steps: what a milestone multiplies the learning rate by")
      .above(0)
      .only_if("optimizer.schedule", "steps");
  p.add("warmup", schedule.warmup, "one-cycle: share of all steps in which the learning rate rises")
      .in(0, 1)
      .only_if("optimizer.schedule", "one-cycle");
}

void TestSettings::describe(Parameters& p) {
  p.table("test");
  p.add("every", every, "epochs between looks at the test images; 0: never").at_least(0);
  p.add("skip", skip, "look at every K-th test image").in(1, 1e9);
}

void CheckpointSettings::describe(Parameters& p) {
  p.table("checkpoint");
  p.add("keep_every", keep_every, "epochs between checkpoints that stay; 0: only the last and the best stay")
      .at_least(0);
  p.add("every_steps", every_steps, "steps between checkpoints within an epoch; 0: only at its end")
      .at_least(0);
}

void EasyFocusSettings::describe(Parameters& p) {
  p.table("easy_focus");
  p.add("start_epoch", start_epoch,
        "epoch at which discard, reweight and sphere_attack start, where they are on (E_t)")
      .at_least(0);
}

void DiscardSettings::describe(Parameters& p) {
  p.table("discard");
  p.add("on", on, "drop training images that are hard under noise, once");
  p.add("start_epoch", start_epoch, "images are dropped before this epoch; -1: easy_focus.start_epoch")
      .at_least(-1);
  p.add("below", below, "drop images whose share of correct noisy copies is below this (p_t)").in(0, 1);
  p.add("samples", samples, "noisy copies of each image in the estimate (N0)")
      .in(1, kMostSamples)
      .only_if("discard.p_correct", "");
  add_views(p, views).only_if("discard.p_correct", "");
  p.add("p_correct", p_correct,
        "file of shares, made by certus p-correct, instead of an estimate; discard.samples and discard.views "
        "are not used then; empty: estimate");
}

void ReweightSettings::describe(Parameters& p) {
  p.table("reweight");
  p.add("on", on, "draw training images by their approximate certified radius");
  p.add("start_epoch", start_epoch, "first epoch with weighted draws; -1: easy_focus.start_epoch")
      .at_least(-1);
  p.add("every", every, "epochs between new estimates of the weights (R)").at_least(1);
  p.add("samples", samples, "noisy copies of each image in the estimate (N)").in(1, kMostSamples);
  p.add("alpha", alpha, "allowed failure probability of the lower bound").above(0).below(1);
  p.add("floor", floor, "counts below this share of the copies are raised to it").above(0).at_most(1);
  add_views(p, views);
}

void SphereAttackSettings::describe(Parameters& p) {
  p.table("sphere_attack");
  p.add("on", on, "turn the noise towards misclassification, keeping its length");
  p.add("start_epoch", start_epoch, "first epoch with the attack; -1: easy_focus.start_epoch").at_least(-1);
  p.add("steps", steps, "gradient steps (T)").at_least(1);
  p.add("step_size", step_size,
        "length of a step, for pixels in [0, 1]; with linf each pixel moves by step_size / sqrt(dimension)")
      .above(0);
  p.add_choice("norm", norm, sphere_norms(), "steps along the gradient or along its signs");
}

std::vector<Parameter> train_settings() {
  std::vector<Parameter> all;
  const auto append = [&](const std::vector<Parameter>& settings) {
    all.insert(all.end(), settings.begin(), settings.end());
  };
  append(settings_of<RunSettings>());
  append(settings_of<DataSettings>());
  append(settings_of<ModelSettings>());
  append(settings_of<NoiseSettings>());
  append(settings_of<LoopSettings>());
  append(settings_of<OptimizerSettings>());
  append(settings_of<TestSettings>());
  append(settings_of<CheckpointSettings>());
  append(settings_of<EasyFocusSettings>());
  append(read_when_on("discard", settings_of<DiscardSettings>()));
  append(read_when_on("reweight", settings_of<ReweightSettings>()));
  append(read_when_on("sphere_attack", settings_of<SphereAttackSettings>()));
  for (const MethodEntry& entry : methods()) append(entry.settings);
  return all;
}

}  // namespace certus
