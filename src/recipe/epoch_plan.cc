#include "certus/recipe/epoch_plan.h"

#include "certus/recipe/train_settings.h"

namespace certus {
namespace {

/// The epoch that a setting gives; empty where it leaves the epoch to other settings.
std::optional<std::int64_t> epoch_of(std::int64_t setting) {
  return setting < 0 ? std::nullopt : std::optional(setting);
}

}  // namespace

bool reads_common_start(const Config& config) {
  const auto reads_it = [](const auto& piece) { return piece.on && !epoch_of(piece.start_epoch); };
  return reads_it(config.read<DiscardSettings>()) || reads_it(config.read<ReweightSettings>()) ||
         reads_it(config.read<SphereAttackSettings>());
}

TrainingPieces pieces_of(const Config& config) {
  const std::int64_t common = config.read<EasyFocusSettings>().start_epoch;
  const auto start_of = [&](const auto& piece) {
    return piece.on ? std::optional(epoch_of(piece.start_epoch).value_or(common)) : std::nullopt;
  };
  const auto reweight = config.read<ReweightSettings>();
  return {.discard_from = start_of(config.read<DiscardSettings>()),
          .reweight_from = start_of(reweight),
          .reweight_every = reweight.every,
          .attack_from = start_of(config.read<SphereAttackSettings>()),
          .with_replacement_from = epoch_of(config.read<LoopSettings>().with_replacement_from)};
}

EpochPlan plan_epoch(std::int64_t epoch, const TrainingPieces& pieces) {
  const auto acts = [&](const std::optional<std::int64_t>& from) { return from && epoch >= *from; };
  const bool reweights = acts(pieces.reweight_from);
  return {.discard_now = pieces.discard_from == epoch,
          .refresh_weights_now = reweights && (epoch - *pieces.reweight_from) % pieces.reweight_every == 0,
          .attack = acts(pieces.attack_from),
          .with_replacement = reweights || acts(pieces.discard_from) || acts(pieces.with_replacement_from)};
}

}  // namespace certus
