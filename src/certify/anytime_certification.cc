#include "certus/certify/anytime_certification.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "certus/base/error.h"
#include "certus/certify/record_votes.h"
#include "certus/stats/confidence_sequence.h"

namespace certus {
namespace {

std::int64_t draws_of(const Votes& votes) {
  return std::accumulate(votes.counts.begin(), votes.counts.end(), votes.non_finite + votes.doubtful);
}

void add_votes(Votes& sum, const Votes& more) {
  sum.counts.resize(more.counts.size());
  for (std::size_t c = 0; c < more.counts.size(); ++c) sum.counts[c] += more.counts[c];
  sum.non_finite += more.non_finite;
  sum.doubtful += more.doubtful;
}

/// The radius certified, and the bounds that are recorded beside it.
struct Proven {
  std::optional<double> radius;
  double lower, upper;
};

Proven proven_by(const RadiusDecision& decision, double alpha) {
  const auto& [votes, draws, certified] = decision.progress();
  const ConfidenceSequence sequence(alpha);
  return {decision.radius(), sequence.lower(votes, draws).p, sequence.upper(votes, draws).p};
}

Proven proven_by(const WidthDecision& decision, double) {
  const double radius = decision.certified();
  return {radius > 0.0 ? std::optional(radius) : std::nullopt, decision.progress().lower.p,
          decision.progress().upper.p};
}

}  // namespace

AnytimeCertification::AnytimeCertification(std::int64_t index, Image image, const NoiseKey& key,
                                           std::int64_t n0, double alpha, Decision decision)
    : image_(std::move(image)),
      key_(key),
      alpha_(alpha),
      decision_(std::move(decision)),
      record_{.idx = index, .label = image_.label, .n0 = n0} {}

AnytimeCertification::AnytimeCertification(const CertificationRecord& before, Image image,
                                           const NoiseKey& key, double alpha, int num_classes,
                                           Decision decision)
    : image_(std::move(image)),
      key_(key),
      alpha_(alpha),
      decision_(std::move(decision)),
      record_(before),
      chosen_(before.anytime.value().chosen),
      votes_{.counts = std::vector<std::int64_t>(static_cast<std::size_t>(num_classes)),
             .non_finite = before.nan_votes} {
  for (const ClassVotes& entry : before.counts)
    votes_.counts.at(static_cast<std::size_t>(entry.label)) = entry.votes;
  std::visit(
      [&](const auto& started) {
        looks_before_ = before.anytime->looks - static_cast<std::int64_t>(started.looks_made());
      },
      decision_);
}

DrawRange AnytimeCertification::wanted() const {
  if (!chosen_) return {.first = 0, .count = record_.n0};
  return std::visit(
      [&](const auto& decision) -> DrawRange {
        return {.first = static_cast<std::uint64_t>(record_.n0 + decision.progress().draws),
                .count = decision.wanted()};
      },
      decision_);
}

void AnytimeCertification::add(const Votes& votes) {
  if (!chosen_) {
    chosen_ = top_class(votes);
    return;
  }
  add_votes(votes_, votes);
  const std::int64_t for_chosen = votes.counts[static_cast<std::size_t>(*chosen_)];
  std::visit([&](auto& decision) { decision.add(for_chosen, draws_of(votes)); }, decision_);
  if (wanted().count == 0) image_.pixels = {};  // it may wait long to be taken
}

CertificationRecord AnytimeCertification::record() const {
  CERTUS_CHECK(wanted().count == 0);
  CertificationRecord record = record_;
  std::visit(
      [&](const auto& decision) {
        const Proven proven = proven_by(decision, alpha_);
        record.n = decision.progress().draws;
        record.predicted = proven.radius ? chosen_ : std::nullopt;
        record.radius = proven.radius.value_or(0.0);
        record.anytime = {.chosen = *chosen_,
                          .looks = looks_before_ + static_cast<std::int64_t>(decision.looks_made()),
                          .lower = proven.lower,
                          .upper = proven.upper};
      },
      decision_);
  set_votes(record, votes_);
  return record;
}

std::int64_t AnytimeCertification::draws_made() const {
  return draws_of(votes_) - record_.n + (record_.anytime ? 0 : record_.n0);
}

DecisionProgress decision_progress(const CertificationRecord& record, const std::vector<double>& radii) {
  DecisionProgress progress{.votes = votes_for(record, record.anytime.value().chosen), .draws = record.n};
  if (record.predicted) {
    progress.certified =
        static_cast<std::size_t>(std::upper_bound(radii.begin(), radii.end(), record.radius) - radii.begin());
  }
  return progress;
}

WidthProgress width_progress(const CertificationRecord& record) {
  const AnytimeOutcome& outcome = record.anytime.value();
  // 1 - p is exact where p >= 1/2, and what is recorded of p lies on the safe side.
  return {.votes = votes_for(record, outcome.chosen),
          .draws = record.n,
          .lower = Probability::from_p(outcome.lower),
          .upper = Probability::from_p(outcome.upper)};
}

}  // namespace certus
