#include "certus/train/epoch_plan.h"

namespace certus {
namespace {

std::optional<std::int64_t> start_of(const Config& config, const std::string& piece) {
  if (!config.flag(piece + ".on")) return std::nullopt;
  return config.integer(piece + ".start_epoch");
}

}  // namespace

TrainingPieces pieces_of(const Config& config) {
  return {.discard_from = start_of(config, "discard"),
          .reweight_from = start_of(config, "reweight"),
          .reweight_every = config.integer("reweight.every"),
          .attack_from = start_of(config, "sphere_attack")};
}

EpochPlan plan_epoch(std::int64_t epoch, const TrainingPieces& pieces) {
  const auto acts = [&](const std::optional<std::int64_t>& from) { return from && epoch >= *from; };
  const bool reweights = acts(pieces.reweight_from);
  return {.discard_now = pieces.discard_from == epoch,
          .refresh_weights_now = reweights && (epoch - *pieces.reweight_from) % pieces.reweight_every == 0,
          .attack = acts(pieces.attack_from),
          .with_replacement = reweights || acts(pieces.discard_from)};
}

}  // namespace certus
