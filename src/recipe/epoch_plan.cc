#include "certus/recipe/epoch_plan.h"

#include <algorithm>
#include <array>

namespace certus {
namespace {

/// The epoch that the setting gives; empty where it leaves the epoch to other settings.
std::optional<std::int64_t> epoch_of(const Config& config, const std::string& key) {
  const std::int64_t epoch = config.integer(key);
  return epoch < 0 ? std::nullopt : std::optional(epoch);
}

std::optional<std::int64_t> start_of(const Config& config, const std::string& piece) {
  if (!config.flag(piece + ".on")) return std::nullopt;
  return epoch_of(config, piece + ".start_epoch").value_or(config.integer("easy_focus.start_epoch"));
}

}  // namespace

bool reads_common_start(const Config& config) {
  constexpr std::array kPieces{"discard", "reweight", "sphere_attack"};
  return std::ranges::any_of(kPieces, [&](const std::string& piece) {
    return config.flag(piece + ".on") && !epoch_of(config, piece + ".start_epoch");
  });
}

TrainingPieces pieces_of(const Config& config) {
  return {.discard_from = start_of(config, "discard"),
          .reweight_from = start_of(config, "reweight"),
          .reweight_every = config.integer("reweight.every"),
          .attack_from = start_of(config, "sphere_attack"),
          .with_replacement_from = epoch_of(config, "train.with_replacement_from")};
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
