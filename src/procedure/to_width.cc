#include "certus/procedure/to_width.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/procedure/deciding_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/geometric_looks.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

Proven proven_to_width(const WidthDecision& decision, double) {
  const double radius = decision.certified();
  return {radius > 0.0 ? std::optional(radius) : std::nullopt, decision.progress().lower.p,
          decision.progress().upper.p};
}

WidthProgress progress_of(const CertificationRecord& record) {
  const AnytimeOutcome outcome = anytime_outcome(record);
  // 1 - p is exact where p >= 1/2, and what is recorded of p lies on the safe side.
  return {.votes = votes_for(record, outcome.chosen),
          .draws = record.n,
          .blank = record.nan_votes,
          .lower = Probability::from_p(outcome.lower),
          .upper = Probability::from_p(outcome.upper)};
}

class ToWidth final : public Procedure {
 public:
  ToWidth(std::int64_t n0, const WidthParams& params, std::string top_up)
      : Procedure(n0, params.budget), params_(params), top_up_(std::move(top_up)) {}

  const ProcedureKind& kind() const override { return to_width_kind(); }
  void check_can_answer() const override {
    check_can_certify(n0(), budget(), budget().alpha);
    width_looks(params_);
  }
  std::vector<ManifestField> fields() const override {
    return {{"width", params_.width}, {"growth", params_.growth}, {"top_up", top_up_}};
  }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<DecidingImage<WidthDecision>>(context, n0(), budget().alpha,
                                                          WidthDecision(params_), proven_to_width);
  }
  std::unique_ptr<ImageProcedure> go_on(const ImageContext& context,
                                        const CertificationRecord& before) const override {
    return std::make_unique<DecidingImage<WidthDecision>>(
        context, before, budget().alpha, WidthDecision(params_, progress_of(before)), proven_to_width);
  }
  void check_top_up(const Procedure& before, const std::string& record) const override {
    const auto& was = dynamic_cast<const ToWidth&>(before).params_;
    if (budget().n < was.budget.n) {
      fail(ErrorKind::kConfig, Remedy{"n"}, record, ": its images have up to ", was.budget.n,
           " draws, more than n = ", budget().n, " now; n must be larger");
    }
    if (budget().n == was.budget.n && !(params_.width < was.width)) {
      fail(ErrorKind::kConfig, Remedy{"width"}, record,
           ": there is nothing to add with the same n and width; the width must be smaller, or n larger");
    }
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override;
  std::vector<RowProblem> end_problems(const RecordedRows& rows) const override;
  bool is_decided(const RecordedRows& rows, std::size_t row) const override {
    const double upper = AnytimeColumns(rows).upper[row];
    const double most = upper <= 0.5 ? 0.0 : budget().sigma * normal_quantile(Probability::from_p(upper));
    return most - rows.radius[row] <= params_.width;
  }
  std::string stopping_rule() const override {
    return "votes until radii are known to within " + round_trip_text(params_.width);
  }
  std::string accuracy_meaning() const override {
    return "certified accuracy is what was known when images stopped";
  }

 private:
  WidthParams params_;
  std::string top_up_;
};

std::vector<RowProblem> ToWidth::row_problems(const RecordedRows& rows) const {
  const ConfidenceSequence sequence(budget().alpha);
  const AnytimeColumns columns(rows);
  RowProblems problems;
  expect_anytime_values(rows, problems);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    const std::int64_t votes = rows.votes[row];
    const double lower = columns.lower[row], upper = columns.upper[row];
    problems.expect(n <= budget().n, "n-above-most", row, "n", static_cast<double>(n), "at most ", budget().n,
                    " as in the manifest");
    // Bounds are the best of all looks.
    const double least = sequence.lower(votes, n).p;
    problems.expect(lower >= least - 1e-9, "bound-not-of-votes", row, "lower", lower, round_trip_text(least),
                    " or more");
    const double most = std::min(sequence.lower(votes, votes).p, upper);
    problems.expect(lower <= most + 1e-9, "bound-not-of-votes", row, "lower", lower, "at most ",
                    round_trip_text(most), ", which the votes can prove and 'upper' allows");
    const double above = sequence.upper(votes + rows.blank[row], n).p;
    problems.expect(upper <= above + 1e-9, "bound-not-of-votes", row, "upper", upper, round_trip_text(above),
                    " or less");
    // p alone, without 1 - p, has fewer digits near 1.
    const double proven = radius_of_bound(Probability::from_p(lower), budget().sigma).value_or(0.0);
    problems.expect(std::fabs(rows.radius[row] - proven) <= 1e-6 * budget().sigma, "radius-not-of-bound", row,
                    "radius", rows.radius[row], round_trip_text(proven), ", which 'lower' proves");
  }
  return problems.take();
}

std::vector<RowProblem> ToWidth::end_problems(const RecordedRows& rows) const {
  if (!top_up_.empty()) return {};  // its looks are those of several runs
  RowProblems problems;
  const std::vector<std::int64_t> looks = geometric_looks(budget().n, params_.growth);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    const auto look = std::lower_bound(looks.begin(), looks.end(), n);
    problems.expect(look != looks.end() && *look == n, "n-not-a-look", row, "n", static_cast<double>(n),
                    "a number of draws at which the run looks, the nearest ",
                    look == looks.end() ? looks.back() : *look);
  }
  return problems.take();
}

}  // namespace

std::shared_ptr<const Procedure> to_width_procedure(std::int64_t n0, const WidthParams& params,
                                                    std::string top_up) {
  return std::make_shared<ToWidth>(n0, params, std::move(top_up));
}

const ProcedureKind& to_width_kind() {
  static const ProcedureKind kind{.name = "certify-width",
                                  .columns = anytime_columns(),
                                  .has_one_n = false,
                                  .has_lattice_radii = false,
                                  .needs_blank_votes = true,
                                  .note = kAnytimeNote,
                                  .top_up_fields = {"width", "top_up"},
                                  .of_manifest = [](const RunManifest& manifest, const std::string& file) {
                                    ManifestReader reader(manifest, file);
                                    const WidthParams params{.budget = manifest.budget,
                                                             .width = reader.number("width"),
                                                             .growth = reader.number("growth")};
                                    const std::string top_up = reader.text("top_up");
                                    reader.finish();
                                    return to_width_procedure(manifest.n0, params, top_up);
                                  }};
  return kind;
}

}  // namespace certus
