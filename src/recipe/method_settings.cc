#include "certus/recipe/method_settings.h"

namespace certus {

void StabilitySettings::describe(Parameters& p) {
  p.table("stability");
  p.add("lambda", lambda, "weight of the stability term").at_least(0);
}

void SmoothAdvSettings::describe(Parameters& p) {
  p.table("smoothadv");
  p.add_choice<Attack>(
      "attack", attack,
      {{"pgd", Attack::kPgd}, {"ddn", Attack::kDdn}, {"gradient-free", Attack::kGradientFree}},
      "projected gradient, decoupled direction and norm, or a gradient estimated from the noise alone");
  p.add("radius_256", radius_256, "l2 radius of the attack, in 1/256 of the pixel range").at_least(0);
  p.add("steps", steps, "steps of the attack").at_least(1);
  p.add("warmup_epochs", warmup_epochs, "epochs in which the radius grows to its full size").at_least(0);
  p.add("ddn_gamma", ddn_gamma, "relative change of the norm per step, of attack ddn only")
      .in(0, 1)
      .only_if("smoothadv.attack", "ddn");
}

void MacerSettings::describe(Parameters& p) {
  p.table("macer");
  p.add("beta", beta, "factor of logits in the robust term").above(0);
  p.add("margin", margin, "radius, in units of sigma / 2, up to which images are pushed").above(0);
  p.add("lambda", lambda, "weight of the robust term").at_least(0);
  p.add("deferred_epochs", deferred_epochs, "number of first epochs without the robust term").at_least(0);
}

void ConsistencySettings::describe(Parameters& p) {
  p.table("consistency");
  p.add("lambda", lambda, "weight of the disagreement among copies").at_least(0);
  p.add("eta", eta, "weight of the entropy, of form kl-entropy only")
      .at_least(0)
      .only_if("consistency.form", "kl-entropy");
  p.add_choice<Form>(
      "form", form,
      {{"kl-entropy", Form::kKlEntropy},
       {"kl-plus-entropy", Form::kKlPlusEntropy},
       {"kl", Form::kKl},
       {"squared", Form::kSquared}},
      "regulariser: lambda KL + eta H, lambda (KL + H), lambda KL, or lambda times the squared "
      "distance of two copies");
  p.add("attack", attack, "whether images are attacked first, as SmoothAdv does");
  p.add("radius_256", radius_256, "l2 radius of the attack, in 1/256 of the pixel range")
      .at_least(0)
      .only_if("consistency.attack", "true");
  p.add("steps", steps, "steps of the attack").at_least(1).only_if("consistency.attack", "true");
  p.add("warmup_epochs", warmup_epochs, "epochs in which the radius of the attack grows to its full size")
      .at_least(0)
      .only_if("consistency.attack", "true");
}

void SmoothMixSettings::describe(Parameters& p) {
  p.table("smoothmix");
  p.add("steps", steps, "steps of the attack").at_least(1);
  p.add("step_size", step_size, "l2 length of a step, for pixels in [0, 1]").above(0);
  p.add("mix_step", mix_step,
        "number of steps of the attack whose result replaces the image; 0: the image itself")
      .at_least(0);
  p.add("eta", eta, "weight of the mixed images").at_least(0);
  p.add("warmup_epochs", warmup_epochs,
        "epochs in which eta and the way to the point of mix_step grow to their full size")
      .at_least(0);
  p.add("radius", radius,
        "l2 radius around the image that the attack keeps to, for pixels in [0, 1]; 0: none")
      .at_least(0);
}

void CatRsSettings::describe(Parameters& p) {
  p.table("catrs");
  p.add("radius_256", radius_256, "l2 radius of the attack on the noise, in 1/256 of the pixel range")
      .at_least(0);
  p.add("steps", steps, "steps of the attack").at_least(1);
  p.add("lambda", lambda, "weight of the worst attacked copy").at_least(0);
  p.add_choice<Confidence>("confidence", confidence,
                           {{"votes", Confidence::kVotes}, {"soft-labels", Confidence::kSoftLabels}},
                           "what an image's confidence is: the votes of its copies, or its soft label");
  p.add("double_radius_epoch", double_radius_epoch, "first epoch with a doubled radius").at_least(0);
  p.add("soft_labels", soft_labels, "file of vote frequencies of the training images");
}

}  // namespace certus
