#pragma once

#include <cstdint>
#include <optional>

#include "certus/base/config.h"

namespace certus {

/// From which epoch on, counted from 0, each piece of the paper's method acts; empty: never. Any method can
/// have any of them.
struct TrainingPieces {
  std::optional<std::int64_t> discard_from;
  std::optional<std::int64_t> reweight_from;
  std::int64_t reweight_every = 10;  ///< epochs between new estimates of the weights
  std::optional<std::int64_t> attack_from;
  /// Images are drawn with replacement from this epoch on even without discarding and weights. With either of
  /// these they are drawn with replacement in any case.
  std::optional<std::int64_t> with_replacement_from;
};

/// From [discard], [reweight], [sphere_attack] and train.with_replacement_from. A piece that has no
/// start_epoch of its own takes that of [easy_focus].
TrainingPieces pieces_of(const Config& config);

/// Whether a piece that is on takes its start from easy_focus.start_epoch.
bool reads_common_start(const Config& config);

/// What an epoch does.
struct EpochPlan {
  bool discard_now = false;          ///< before its first step, once in a run
  bool refresh_weights_now = false;  ///< after that
  bool attack = false;               ///< the sphere attack acts on the noise of its steps
  bool with_replacement = false;  ///< its images are drawn from those kept, by weight where there are weights
  friend bool operator==(const EpochPlan&, const EpochPlan&) = default;
};

EpochPlan plan_epoch(std::int64_t epoch, const TrainingPieces& pieces);

}  // namespace certus
