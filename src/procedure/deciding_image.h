#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "certus/procedure/image_procedure.h"
#include "certus/procedure/recorded_rows.h"

namespace certus {

/// What images that are drawn until something is decided leave behind beside their votes: the columns class,
/// looks, lower and upper.
struct AnytimeOutcome {
  int chosen = 0;          ///< the class that the n0 draws chose, also where it abstained
  std::int64_t looks = 0;  ///< at the votes, the last included
  /// With probability at least 1 - alpha the chosen class's probability of a vote lies between these
  /// (confidence_sequence.h): a statement by itself, beside that of the radius.
  double lower = 0.0;
  double upper = 1.0;
};

/// What to know about every record of such images.
inline constexpr std::string_view kAnytimeNote =
    "every image stopped at its own n when something was decided: p_A = votes / n is an estimate that "
    "stopping moves a little";

/// Its columns, their values, and back.
RecordColumns anytime_columns();
std::vector<double> extension_of(const AnytimeOutcome& outcome);
AnytimeOutcome anytime_outcome(const CertificationRecord& record);

/// The columns of rows, by name.
struct AnytimeColumns {
  explicit AnytimeColumns(const RecordedRows& rows);
  const std::vector<double>&chosen, &looks, &lower, &upper;
};

/// Problems of values that no votes explain: another class than the one predicted, looks and bounds that
/// cannot be.
void expect_anytime_values(const RecordedRows& rows, RowProblems& problems);

/// Problems of bounds that are not those of the votes at the last look.
void expect_anytime_bounds(const RecordedRows& rows, double alpha, RowProblems& problems);

/// What a decision has proven: the radius, and the bounds that are recorded beside it.
struct Proven {
  std::optional<double> radius;
  double lower = 0.0, upper = 1.0;
};

/// One image that is drawn until its decision ends. A Decision is fed votes and says how many more it wants;
/// what its certificate promises stands in its header. Draws that are for no class, or in doubt, are draws
/// without a vote for the chosen class, except in upper bounds: there they count as votes. (A record does not
/// tell draws in doubt from those for no class, so both do.)
template <typename Decision>
class DecidingImage final : public ChosenImage {
 public:
  using ProvenBy = Proven (*)(const Decision& decision, double alpha);

  DecidingImage(const ImageContext& context, std::int64_t n0, double alpha, Decision decision,
                ProvenBy proven_by)
      : ChosenImage(context, n0),
        n0_(n0),
        alpha_(alpha),
        decision_(std::move(decision)),
        proven_by_(proven_by) {}

  /// Continues where `before` ended, of the same image, key and alpha: draws are numbered on.
  /// @param decision  with the progress of `before`
  DecidingImage(const ImageContext& context, const CertificationRecord& before, double alpha,
                Decision decision, ProvenBy proven_by)
      : ChosenImage(before, anytime_outcome(before).chosen, context.num_classes),
        n0_(before.n0),
        alpha_(alpha),
        decision_(std::move(decision)),
        proven_by_(proven_by),
        looks_before_(anytime_outcome(before).looks - static_cast<std::int64_t>(decision_.looks_made())) {}

  CertificationRecord row() const override {
    CertificationRecord row = row_of_votes();
    const Proven proven = proven_by_(decision_, alpha_);
    if (proven.radius) row.predicted = chosen();
    row.radius = proven.radius.value_or(0.0);
    row.extension = extension_of({.chosen = chosen(),
                                  .looks = looks_before_ + static_cast<std::int64_t>(decision_.looks_made()),
                                  .lower = proven.lower,
                                  .upper = proven.upper});
    return row;
  }

 private:
  DrawRange wanted_after_choice() const override {
    return {.first = static_cast<std::uint64_t>(n0_ + decision_.progress().draws),
            .count = decision_.wanted()};
  }
  void take(const Votes& votes) override {
    decision_.add(votes.counts[static_cast<std::size_t>(chosen())], draws_of(votes),
                  votes.non_finite + votes.doubtful);
  }

  std::int64_t n0_;
  double alpha_;
  Decision decision_;
  ProvenBy proven_by_;
  std::int64_t looks_before_ = 0;  ///< that the decision does not count among its own
};

}  // namespace certus
