#include "certus/train/step_loss.h"

#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/method_settings.h"
#include "certus/recipe/train_settings.h"
#include "certus/train/gaussian.h"
#include "certus/train/make_method.h"

namespace certus {

StepLoss cross_entropy_under_noise() {
  return {.method = make_gaussian(), .attack = {}, .soft_labels = {}};
}

StepLoss last_epoch_loss(const Config& config, const Dataset& data) {
  StepLoss loss{.method = make_method(config),
                .copies = config.read<NoiseSettings>().copies,
                .epoch = config.read<LoopSettings>().epochs - 1,
                .attack = {},
                .soft_labels = {}};
  if (plan_epoch(loss.epoch, pieces_of(config)).attack) loss.attack = sphere_attack_of(config);
  if (loss.method->needs_soft_labels()) {
    loss.soft_labels = std::make_shared<const EstimateTable>(
        load_estimates(config.read<CatRsSettings>().soft_labels, {.kind = EstimateKind::kSoftLabels}, data));
  }
  return loss;
}

}  // namespace certus
