#include "certus/recipe/methods.h"

#include "certus/base/error.h"

namespace certus {
namespace {

using Kind = Setting::Kind;

MethodEntry gaussian() {
  return {.name = "gaussian", .summary = "cross entropy under noise (Cohen et al. 2019)"};
}

MethodEntry stability() {
  return {.name = "stability",
          .summary = "clean cross entropy and a stable prediction under noise (Li et al. 2019)",
          .settings = {{.key = "stability.lambda",
                        .kind = Kind::kReal,
                        .help = "weight of the stability term",
                        .default_text = "2.0",
                        .low = 0.0}}};
}

MethodEntry smoothadv() {
  return {
      .name = "smoothadv",
      .summary = "adversarial training of the smoothed classifier (Salman et al. 2019)",
      .settings = {{.key = "smoothadv.attack",
                    .kind = Kind::kChoice,
                    .help = "projected gradient, decoupled direction and norm, or a gradient estimated from "
                            "the noise alone",
                    .default_text = "ddn",
                    .choices = {"pgd", "ddn", "gradient-free"}},
                   {.key = "smoothadv.radius_256",
                    .kind = Kind::kReal,
                    .help = "l2 radius of the attack, in 1/256 of the pixel range",
                    .default_text = "64.0",
                    .low = 0.0},
                   {.key = "smoothadv.steps",
                    .kind = Kind::kInteger,
                    .help = "steps of the attack",
                    .default_text = "10",
                    .low = 1.0},
                   {.key = "smoothadv.warmup_epochs",
                    .kind = Kind::kInteger,
                    .help = "epochs in which the radius grows to its full size",
                    .default_text = "1",
                    .low = 0.0},
                   {.key = "smoothadv.ddn_gamma",
                    .kind = Kind::kReal,
                    .help = "relative change of the norm per step, of attack ddn only",
                    .default_text = "0.05",
                    .low = 0.0,
                    .high = 1.0,
                    .read_if = {{"smoothadv.attack", "ddn"}}}}};
}

MethodEntry macer() {
  return {.name = "macer",
          .summary = "maximises a soft certified radius, without attacks (Zhai et al. 2020)",
          .settings = {{.key = "macer.beta",
                        .kind = Kind::kReal,
                        .help = "factor of logits in the robust term",
                        .default_text = "16.0",
                        .low = 0.0,
                        .low_excluded = true},
                       {.key = "macer.margin",
                        .kind = Kind::kReal,
                        .help = "radius, in units of sigma / 2, up to which images are pushed",
                        .default_text = "8.0",
                        .low = 0.0,
                        .low_excluded = true},
                       {.key = "macer.lambda",
                        .kind = Kind::kReal,
                        .help = "weight of the robust term",
                        .default_text = "16.0",
                        .low = 0.0},
                       {.key = "macer.deferred_epochs",
                        .kind = Kind::kInteger,
                        .help = "first epochs, without the robust term",
                        .default_text = "0",
                        .low = 0.0}}};
}

MethodEntry consistency() {
  return {
      .name = "consistency",
      .summary = "noise copies of an image have to agree (Jeong and Shin 2020)",
      .settings = {{.key = "consistency.lambda",
                    .kind = Kind::kReal,
                    .help = "weight of the disagreement among copies",
                    .default_text = "10.0",
                    .low = 0.0},
                   {.key = "consistency.eta",
                    .kind = Kind::kReal,
                    .help = "weight of the entropy, of form kl-entropy only",
                    .default_text = "0.5",
                    .low = 0.0,
                    .read_if = {{"consistency.form", "kl-entropy"}}},
                   {.key = "consistency.form",
                    .kind = Kind::kChoice,
                    .help = "regulariser: lambda KL + eta H, lambda (KL + H), lambda KL, or lambda times the "
                            "squared distance of two copies",
                    .default_text = "kl-entropy",
                    .choices = {"kl-entropy", "kl-plus-entropy", "kl", "squared"}},
                   {.key = "consistency.attack",
                    .kind = Kind::kFlag,
                    .help = "whether images are attacked first, as SmoothAdv does",
                    .default_text = "false"},
                   {.key = "consistency.radius_256",
                    .kind = Kind::kReal,
                    .help = "l2 radius of the attack, in 1/256 of the pixel range",
                    .default_text = "512.0",
                    .low = 0.0,
                    .read_if = {{"consistency.attack", "true"}}},
                   {.key = "consistency.steps",
                    .kind = Kind::kInteger,
                    .help = "steps of the attack",
                    .default_text = "4",
                    .low = 1.0,
                    .read_if = {{"consistency.attack", "true"}}},
                   {.key = "consistency.warmup_epochs",
                    .kind = Kind::kInteger,
                    .help = "epochs in which the radius of the attack grows to its full size",
                    .default_text = "10",
                    .low = 0.0,
                    .read_if = {{"consistency.attack", "true"}}}}};
}

MethodEntry smoothmix() {
  return {.name = "smoothmix",
          .summary = "mixes images with their adversarial examples (Jeong et al. 2021)",
          .settings = {
              {.key = "smoothmix.steps",
               .kind = Kind::kInteger,
               .help = "steps of the attack",
               .default_text = "8",
               .low = 1.0},
              {.key = "smoothmix.step_size",
               .kind = Kind::kReal,
               .help = "l2 length of a step, for pixels in [0, 1]",
               .default_text = "1.0",
               .low = 0.0,
               .low_excluded = true},
              {.key = "smoothmix.mix_step",
               .kind = Kind::kInteger,
               .help = "after how many steps the attack has the point that replaces the image; 0: the "
                       "image itself",
               .default_text = "0",
               .low = 0.0},
              {.key = "smoothmix.eta",
               .kind = Kind::kReal,
               .help = "weight of the mixed images",
               .default_text = "1.0",
               .low = 0.0},
              {.key = "smoothmix.warmup_epochs",
               .kind = Kind::kInteger,
               .help = "epochs in which eta and the way to the point of mix_step grow to their full size",
               .default_text = "10",
               .low = 0.0},
              {.key = "smoothmix.radius",
               .kind = Kind::kReal,
               .help = "l2 radius around the image that the attack keeps to, for pixels in [0, 1]; 0: none",
               .default_text = "0.0",
               .low = 0.0}}};
}

MethodEntry catrs() {
  return {.name = "cat-rs",
          .summary = "easiest copies of hard images, worst attacked copy of easy ones (Jeong et al. 2023)",
          .settings = {{.key = "catrs.radius_256",
                        .kind = Kind::kReal,
                        .help = "l2 radius of the attack on the noise, in 1/256 of the pixel range",
                        .default_text = "256.0",
                        .low = 0.0},
                       {.key = "catrs.steps",
                        .kind = Kind::kInteger,
                        .help = "steps of the attack",
                        .default_text = "4",
                        .low = 1.0},
                       {.key = "catrs.lambda",
                        .kind = Kind::kReal,
                        .help = "weight of the worst attacked copy",
                        .default_text = "1.0",
                        .low = 0.0},
                       {.key = "catrs.confidence",
                        .kind = Kind::kChoice,
                        .help = "what an image's confidence is: the votes of its copies, or its soft label",
                        .default_text = "votes",
                        .choices = {"votes", "soft-labels"}},
                       {.key = "catrs.double_radius_epoch",
                        .kind = Kind::kInteger,
                        .help = "epoch, from 0, from which on the radius is doubled",
                        .default_text = "10000",
                        .low = 0.0},
                       {.key = "catrs.soft_labels",
                        .kind = Kind::kText,
                        .help = "file of vote frequencies of the training images",
                        .default_text = ""}}};
}

MethodEntry easy_focus() {
  return {.name = "easy-focus",
          .summary = "Gaussian training on easy images, with discard, reweight and sphere_attack (2025)"};
}

}  // namespace

const std::vector<MethodEntry>& methods() {
  static const std::vector<MethodEntry> table{gaussian(),    stability(), smoothadv(), macer(),
                                              consistency(), smoothmix(), catrs(),     easy_focus()};
  return table;
}

const MethodEntry& find_method(const std::string& name) {
  std::string names;
  for (const MethodEntry& entry : methods()) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  fail(ErrorKind::kConfig, "train.method is '", name, "', expected one of ", names);
}

}  // namespace certus
