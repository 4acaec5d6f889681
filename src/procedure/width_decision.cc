#include "certus/procedure/width_decision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certus/base/error.h"
#include "certus/stats/geometric_looks.h"
#include "certus/stats/normal.h"

namespace certus {

std::vector<std::int64_t> width_looks(const WidthParams& params) {
  check_budget(params.budget);
  if (!(params.width > 0.0)) {
    fail(ErrorKind::kConfig, "width is ", params.width,
         ", expected a number above 0: how closely radii should be known");
  }
  return geometric_looks(params.budget.n, params.growth);
}

WidthDecision::WidthDecision(const WidthParams& params, const WidthProgress& progress)
    : params_(params), sequence_(params.budget.alpha), looks_(width_looks(params)), progress_(progress) {
  CERTUS_CHECK(progress.votes >= 0 && progress.votes <= progress.draws);
  look_ = static_cast<std::size_t>(std::upper_bound(looks_.begin(), looks_.end(), progress.draws) -
                                   looks_.begin());
  ended_ = is_known() || look_ == looks_.size();
}

void WidthDecision::add(std::int64_t votes, std::int64_t draws, std::int64_t blank) {
  CERTUS_CHECK(votes >= 0 && blank >= 0 && votes + blank <= draws && draws <= wanted());
  progress_.votes += votes;
  progress_.blank += blank;
  progress_.draws += draws;
  if (wanted() > 0) return;
  ++look_;
  const Probability lower = sequence_.lower(progress_.votes, progress_.draws);
  const Probability upper = sequence_.upper(progress_.votes + progress_.blank, progress_.draws);
  // Each end of a Probability by itself: near 1 only q tells them apart.
  progress_.lower = {std::max(progress_.lower.p, lower.p), std::min(progress_.lower.q, lower.q)};
  progress_.upper = {std::min(progress_.upper.p, upper.p), std::max(progress_.upper.q, upper.q)};
  const std::int64_t left = params_.budget.n - progress_.draws;
  const double in_reach =
      radius_of_bound(sequence_.lower(progress_.votes + left, params_.budget.n), params_.budget.sigma)
          .value_or(0.0);
  ended_ = is_known() || in_reach - certified() <= params_.width || look_ == looks_.size();
}

double WidthDecision::certified() const {
  return radius_of_bound(progress_.lower, params_.budget.sigma).value_or(0.0);
}

double WidthDecision::most() const {
  if (progress_.upper.p <= 0.5) return 0.0;
  const double radius = params_.budget.sigma * normal_quantile(progress_.upper);
  return radius * (1 + 8 * std::numeric_limits<double>::epsilon());
}

}  // namespace certus
