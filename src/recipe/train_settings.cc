#include "certus/recipe/train_settings.h"

#include "certus/recipe/methods.h"

namespace certus {
namespace {

using Kind = Setting::Kind;

const std::vector<std::string> kViews{"augmented", "plain"};

// Draws of estimates and of the test pass are numbered so that no two are the same (training_set.cc,
// loop.cc). The numbers are sufficient up to these limits.
constexpr double kMostEpochs = 10000;
constexpr double kMostSamples = 1000000;

std::vector<Setting> run_settings() {
  return {{.key = "run.seed",
           .kind = Kind::kInteger,
           .help = "all random choices are functions of it",
           .default_text = "0",
           .low = 0}};
}

std::vector<Setting> data_settings() {
  return {{.key = "data.name",
           .kind = Kind::kText,
           .help = "data set to train on: cifar10, mnist, imagenet, ..., or a folder with train and test (or "
                   "val) inside",
           .required = true},
          {.key = "data.augment",
           .kind = Kind::kChoice,
           .help = "random views of training images",
           .default_text = "none",
           .choices = {"crop-flip", "random-resized-crop", "none"}}};
}

std::vector<Setting> model_settings() {
  return {
      {.key = "model.arch",
       .kind = Kind::kText,
       .help = "architecture, as certus model new names it",
       .required = true},
      {.key = "model.normalization",
       .kind = Kind::kText,
       .help = "first layer: cifar10, cifar100, imagenet, none, or mean/std; empty: that of the data set"},
      {.key = "model.start_from",
       .kind = Kind::kText,
       .help = "model file with the weights to start from, of the same architecture and normalization; "
               "empty: fresh "
               "weights"}};
}

std::vector<Setting> noise_settings() {
  return {{.key = "noise.sigma",
           .kind = Kind::kReal,
           .help = "standard deviation of the noise, for pixels in [0, 1]",
           .required = true,
           .low = 1e-6,
           .high = 1000},
          {.key = "noise.copies",
           .kind = Kind::kInteger,
           .help = "noise copies of each image in a step (m)",
           .default_text = "1",
           .low = 1,
           .high = 10000}};
}

std::vector<Setting> loop_settings() {
  return {{.key = "train.method", .kind = Kind::kText, .help = "training method", .required = true},
          {.key = "train.epochs",
           .kind = Kind::kInteger,
           .help = "passes over the training images",
           .required = true,
           .low = 1,
           .high = kMostEpochs},
          {.key = "train.batch",
           .kind = Kind::kInteger,
           .help = "images in a loader batch; most methods cut it into noise.copies steps",
           .default_text = "256",
           .low = 1,
           .high = 1e6},
          {.key = "train.images",
           .kind = Kind::kInteger,
           .help = "train on the first that many images; 0: on all",
           .default_text = "0",
           .low = 0},
          {.key = "train.with_replacement_from",
           .kind = Kind::kInteger,
           .help = "first epoch that draws its images with replacement; -1: the first after discarding or "
                   "with weights, which draw so in any case",
           .default_text = "-1",
           .low = -1}};
}

std::vector<Setting> optimizer_settings() {
  return {{.key = "optimizer.lr",
           .kind = Kind::kReal,
           .help = "learning rate; the highest of one-cycle",
           .default_text = "0.1",
           .low = 0,
           .high = 1e6,
           .low_excluded = true},
          {.key = "optimizer.momentum",
           .kind = Kind::kReal,
           .help = "of SGD, without dampening, not Nesterov's",
           .default_text = "0.9",
           .low = 0,
           .high = 1,
           .high_excluded = true},
          {.key = "optimizer.weight_decay",
           .kind = Kind::kReal,
           .help = "times the weights, added to the gradient of all parameters",
           .default_text = "1e-4",
           .low = 0,
           .high = 1e3},
          {.key = "optimizer.schedule",
           .kind = Kind::kChoice,
           .help = "steps: drops at milestones; one-cycle: linear rise, then linear fall to 0",
           .default_text = "steps",
           .choices = {"steps", "one-cycle"}},
          {.key = "optimizer.milestones",
           .kind = Kind::kIntegers,
           .help = "steps: epochs from which the learning rate is multiplied by factor once more",
           .default_text = "[]",
           .low = 0,
           .read_if = {{"optimizer.schedule", "steps"}}},
          {.key = "optimizer.factor",
           .kind = Kind::kReal,
           .help = "steps: what a milestone multiplies the learning rate by",
           .default_text = "0.1",
           .low = 0,
           .low_excluded = true,
           .read_if = {{"optimizer.schedule", "steps"}}},
          {.key = "optimizer.warmup",
           .kind = Kind::kReal,
           .help = "one-cycle: share of all steps in which the learning rate rises",
           .default_text = "0.2",
           .low = 0,
           .high = 1,
           .read_if = {{"optimizer.schedule", "one-cycle"}}}};
}

std::vector<Setting> test_settings() {
  return {{.key = "test.every",
           .kind = Kind::kInteger,
           .help = "epochs between looks at the test images; 0: never",
           .default_text = "1",
           .low = 0},
          {.key = "test.skip",
           .kind = Kind::kInteger,
           .help = "look at every that many-th test image",
           .default_text = "1",
           .low = 1,
           .high = 1e9}};
}

std::vector<Setting> checkpoint_settings() {
  return {{.key = "checkpoint.keep_every",
           .kind = Kind::kInteger,
           .help = "epochs between checkpoints that stay; 0: only the last and the best stay",
           .default_text = "50",
           .low = 0},
          {.key = "checkpoint.every_steps",
           .kind = Kind::kInteger,
           .help = "steps between checkpoints within an epoch; 0: only at its end",
           .default_text = "0",
           .low = 0}};
}

/// The settings of a piece other than its switch are read when it is on.
std::vector<Setting> read_when_on(const std::string& piece, std::vector<Setting> settings) {
  for (Setting& setting : settings) {
    if (setting.key != piece + ".on") setting.read_if.push_back({.key = piece + ".on", .value = "true"});
  }
  return settings;
}

std::vector<Setting> easy_focus_settings() {
  return {{.key = "easy_focus.start_epoch",
           .kind = Kind::kInteger,
           .help = "epoch from which discard, reweight and sphere_attack act, those that are on (E_t)",
           .default_text = "0",
           .low = 0}};
}

std::vector<Setting> discard_settings() {
  return {{.key = "discard.on",
           .kind = Kind::kFlag,
           .help = "drop training images that are hard under noise, once",
           .default_text = "false"},
          {.key = "discard.start_epoch",
           .kind = Kind::kInteger,
           .help = "epoch before which they are dropped; -1: easy_focus.start_epoch",
           .default_text = "-1",
           .low = -1},
          {.key = "discard.below",
           .kind = Kind::kReal,
           .help = "drop images whose share of correct noisy copies is below this (p_t)",
           .default_text = "0.4",
           .low = 0,
           .high = 1},
          {.key = "discard.samples",
           .kind = Kind::kInteger,
           .help = "noisy copies of each image in the estimate (N0)",
           .default_text = "100",
           .low = 1,
           .high = kMostSamples,
           .read_if = {{"discard.p_correct", ""}}},
          {.key = "discard.views",
           .kind = Kind::kChoice,
           .help = "what the estimate looks at: one augmented view of each image, or the image itself",
           .default_text = "augmented",
           .choices = kViews,
           .read_if = {{"discard.p_correct", ""}}},
          {.key = "discard.p_correct",
           .kind = Kind::kText,
           .help = "file of shares, made by certus p-correct, instead of an estimate; its own samples "
                   "and views count then, discard.samples and discard.views are not used; empty: estimate"}};
}

std::vector<Setting> reweight_settings() {
  return {{.key = "reweight.on",
           .kind = Kind::kFlag,
           .help = "draw training images by their approximate certified radius",
           .default_text = "false"},
          {.key = "reweight.start_epoch",
           .kind = Kind::kInteger,
           .help = "first epoch that is drawn so; -1: easy_focus.start_epoch",
           .default_text = "-1",
           .low = -1},
          {.key = "reweight.every",
           .kind = Kind::kInteger,
           .help = "epochs between fresh weights (R)",
           .default_text = "10",
           .low = 1},
          {.key = "reweight.samples",
           .kind = Kind::kInteger,
           .help = "noisy copies of each image in the estimate (N)",
           .default_text = "16",
           .low = 1,
           .high = kMostSamples},
          {.key = "reweight.alpha",
           .kind = Kind::kReal,
           .help = "allowed failure probability of the lower bound",
           .default_text = "0.1",
           .low = 0,
           .high = 1,
           .low_excluded = true,
           .high_excluded = true},
          {.key = "reweight.floor",
           .kind = Kind::kReal,
           .help = "counts below this share of the copies are raised to it",
           .default_text = "0.75",
           .low = 0,
           .high = 1,
           .low_excluded = true},
          {.key = "reweight.views",
           .kind = Kind::kChoice,
           .help = "what the estimate looks at: one augmented view of each image, or the image itself",
           .default_text = "augmented",
           .choices = kViews}};
}

std::vector<Setting> sphere_attack_settings() {
  return {{.key = "sphere_attack.on",
           .kind = Kind::kFlag,
           .help = "turn each noise, keeping its length, towards misclassification",
           .default_text = "false"},
          {.key = "sphere_attack.start_epoch",
           .kind = Kind::kInteger,
           .help = "first epoch with the attack; -1: easy_focus.start_epoch",
           .default_text = "-1",
           .low = -1},
          {.key = "sphere_attack.steps",
           .kind = Kind::kInteger,
           .help = "gradient steps (T)",
           .default_text = "4",
           .low = 1},
          {.key = "sphere_attack.step_size",
           .kind = Kind::kReal,
           .help = "length of a step in pixel units; of linf before division by the root of the dimension",
           .default_text = "0.25",
           .low = 0,
           .low_excluded = true},
          {.key = "sphere_attack.norm",
           .kind = Kind::kChoice,
           .help = "steps along the gradient or along its signs",
           .default_text = "l2",
           .choices = {"l2", "linf"}}};
}

}  // namespace

std::vector<Setting> train_settings() {
  std::vector<Setting> all;
  const auto append = [&](const std::vector<Setting>& settings) {
    all.insert(all.end(), settings.begin(), settings.end());
  };
  append(run_settings());
  append(data_settings());
  append(model_settings());
  append(noise_settings());
  append(loop_settings());
  append(optimizer_settings());
  append(test_settings());
  append(checkpoint_settings());
  append(easy_focus_settings());
  append(read_when_on("discard", discard_settings()));
  append(read_when_on("reweight", reweight_settings()));
  append(read_when_on("sphere_attack", sphere_attack_settings()));
  for (const MethodEntry& entry : methods()) append(entry.settings);
  return all;
}

}  // namespace certus
