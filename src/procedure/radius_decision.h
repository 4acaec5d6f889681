#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "certus/stats/decision_table.h"

namespace certus {

/// How far an image has come, and all that must be kept of it to continue later.
struct DecisionProgress {
  std::int64_t votes = 0;     ///< for the chosen class,
  std::int64_t draws = 0;     ///< among these
  std::int64_t blank = 0;     ///< draws for no class; those in doubt may have been votes
  std::size_t certified = 0;  ///< the first ones of the table's radii, this many
  friend bool operator==(const DecisionProgress&, const DecisionProgress&) = default;
};

/// One image on its way through a DecisionTable: it is fed votes, asks for draws, and ends. No engine inside;
/// a function of the votes in the order of their draws and of nothing else.
///
/// The class was chosen on other draws. With probability at least 1 - alpha of the table's budget, radius()
/// is one that the smoothed classifier has (DecisionTable states why); that holds at any time, in particular
/// when the image is left undecided.
///
/// Going on after the end: an image that gave up may continue to the last look of its table (go_on). Beyond
/// it by starting from its progress with the table of a larger n and the same radii, alpha and sigma: with
/// DecisionBoundary::kMixture always, with kSpending if a share of alpha was kept in reserve; else alpha is
/// spent then.
class RadiusDecision {
 public:
  enum class State {
    kOpen,       ///< wants draws
    kCertified,  ///< at every radius
    kGaveUp,     ///< the radii left are not worth their draws
    kAtLimit,    ///< radii are left undecided by the last look
  };

  /// The table outlives the decision. `progress` comes from this table, or as said above.
  explicit RadiusDecision(const DecisionTable& table, const DecisionProgress& progress = {});

  State state() const { return state_; }
  /// Draws to the next look; 0 when ended. Draws are numbered: those after `progress().draws`, in order.
  std::int64_t wanted() const {
    return state_ == State::kOpen ? table_->looks()[look_] - progress_.draws : 0;
  }
  /// The votes for the chosen class among the next `draws`, at most wanted(), of which `blank` are for no
  /// class. Decides when a look is reached.
  void add(std::int64_t votes, std::int64_t draws, std::int64_t blank = 0);
  /// From now on nothing is given up; opens an image that was, unless there is no look left.
  void go_on();

  const DecisionProgress& progress() const { return progress_; }
  std::size_t looks_made() const { return look_; }
  /// The largest radius certified; empty where none is.
  std::optional<double> radius() const;

 private:
  const DecisionTable* table_;
  DecisionProgress progress_;
  std::size_t look_ = 0;  ///< the next one
  bool gives_up_ = true;
  State state_ = State::kOpen;
};

}  // namespace certus
