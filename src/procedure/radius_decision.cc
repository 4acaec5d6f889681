#include "certus/procedure/radius_decision.h"

#include <algorithm>

#include "certus/base/error.h"

namespace certus {

RadiusDecision::RadiusDecision(const DecisionTable& table, const DecisionProgress& progress)
    : table_(&table), progress_(progress) {
  CERTUS_CHECK(progress.votes >= 0 && progress.votes <= progress.draws);
  CERTUS_CHECK(progress.certified <= table.radii().size());
  const auto& looks = table.looks();
  look_ =
      static_cast<std::size_t>(std::upper_bound(looks.begin(), looks.end(), progress.draws) - looks.begin());
  if (progress.certified == table.radii().size()) {
    state_ = State::kCertified;
  } else if (look_ == looks.size()) {
    state_ = State::kAtLimit;
  }
}

void RadiusDecision::add(std::int64_t votes, std::int64_t draws, std::int64_t blank) {
  CERTUS_CHECK(votes >= 0 && blank >= 0 && votes + blank <= draws && draws <= wanted());
  progress_.votes += votes;
  progress_.blank += blank;
  progress_.draws += draws;
  if (wanted() > 0) return;
  progress_.certified = std::max(progress_.certified, table_->certified(look_, progress_.votes));
  const bool worth_it = !gives_up_ || table_->goes_on(look_, progress_.votes, progress_.certified);
  ++look_;
  if (progress_.certified == table_->radii().size()) {
    state_ = State::kCertified;
  } else if (look_ == table_->looks().size()) {
    state_ = State::kAtLimit;
  } else if (!worth_it) {
    state_ = State::kGaveUp;
  }
}

void RadiusDecision::go_on() {
  gives_up_ = false;
  if (state_ == State::kGaveUp) state_ = State::kOpen;
}

std::optional<double> RadiusDecision::radius() const {
  if (progress_.certified == 0) return std::nullopt;
  return table_->radii()[progress_.certified - 1];
}

}  // namespace certus
