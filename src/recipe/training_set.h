#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "certus/base/config.h"
#include "certus/data/training_views.h"
#include "certus/model/graph.h"
#include "certus/recipe/engine_maker.h"
#include "certus/recipe/epoch_plan.h"
#include "certus/recipe/train_settings.h"

namespace certus {

/// What determines which images an epoch draws. It is part of every checkpoint.
struct DrawState {
  std::optional<std::vector<std::int64_t>> kept;     ///< positions that discarding left; empty: all
  std::optional<std::vector<std::int64_t>> correct;  ///< votes behind the sampling weights, by kept image
  friend bool operator==(const DrawState&, const DrawState&) = default;
};

/// The images of a run: how they are seen, which are left, how likely each is drawn.
class TrainingSet {
 public:
  TrainingSet(const Config& config, const Dataset& data, EngineMaker make_engines);

  std::int64_t size() const { return size_; }  ///< images, discarded ones included
  const TrainingViews& views() const { return views_; }

  /// Does what is needed before an epoch: discards images, and estimates votes for the sampling weights, when
  /// the plan says so. Fails when no image is left. Throws Interrupted when `stop` is raised.
  /// @param network  the network as it is now
  void prepare(const EpochPlan& plan, std::int64_t epoch, const std::function<Graph()>& network,
               DrawState& draws) const;

  /// The positions an epoch trains on, in order: as many as there are images, whatever was discarded.
  std::vector<std::int64_t> order(const EpochPlan& plan, std::int64_t epoch, const DrawState& draws) const;

  std::function<void(std::int64_t done, std::int64_t total)> on_estimate = [](std::int64_t, std::int64_t) {};
  std::function<void(const std::string&)> on_note = [](const std::string&) {};
  std::atomic<bool>* stop = nullptr;

 private:
  struct VoteCounts {
    std::vector<std::int64_t> correct;  ///< by image
    std::int64_t samples = 0;
  };
  enum class Piece { kDiscard, kReweight };
  /// Correct votes of `images` by the settings of a piece.
  std::vector<std::int64_t> estimate(const std::vector<std::int64_t>& images, Piece piece, std::int64_t epoch,
                                     const Graph& network) const;
  std::vector<double> weights_of(std::span<const std::int64_t> correct) const;

  DiscardSettings discard_;
  ReweightSettings reweight_;
  double sigma_;
  std::int64_t size_;
  std::uint64_t seed_;
  TrainingViews views_;
  EngineMaker make_engines_;
  std::optional<VoteCounts> given_;  ///< of discard.p_correct
};

}  // namespace certus
