#include "certus/procedure/at_radii_two_class.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/procedure/asked_radii.h"
#include "certus/procedure/deciding_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

/// Draws that count as the runner-up's.
std::int64_t against(const Votes& votes, int chosen) {
  return runner_up(votes, chosen) + votes.non_finite + votes.doubtful;
}

class TwoClassImage final : public ChosenImage {
 public:
  TwoClassImage(const ImageContext& context, std::int64_t n0, const TwoClassTable& table)
      : ChosenImage(context, n0), n0_(n0), table_(table) {}

  CertificationRecord row() const override {
    CertificationRecord row = row_of_votes();
    if (certified_ > 0) {
      row.predicted = chosen();
      row.radius = table_.radii()[certified_ - 1];
    }
    const ConfidenceSequence sequence(table_.params().budget.alpha);
    const std::int64_t k = votes().counts[static_cast<std::size_t>(chosen())];
    row.extension =
        extension_of({.chosen = chosen(),
                      .looks = static_cast<std::int64_t>(look_),
                      .lower = sequence.lower(k, row.n).p,
                      .upper = sequence.upper(k + votes().non_finite + votes().doubtful, row.n).p});
    return row;
  }

 private:
  DrawRange wanted_after_choice() const override {
    if (has_ended_) return {};
    const std::int64_t draws = draws_of(votes());
    return {.first = static_cast<std::uint64_t>(n0_ + draws), .count = table_.looks()[look_] - draws};
  }
  void take(const Votes&) override {
    const std::int64_t k = votes().counts[static_cast<std::size_t>(chosen())];
    const std::int64_t others = against(votes(), chosen());
    certified_ = std::max(certified_, table_.certified(look_, k, others));
    has_ended_ = !table_.goes_on(look_, k, others, certified_);
    ++look_;
  }

  std::int64_t n0_;
  const TwoClassTable& table_;
  std::size_t look_ = 0;  ///< the next one
  std::size_t certified_ = 0;
  bool has_ended_ = false;
};

class AtRadiiTwoClass final : public Procedure {
 public:
  AtRadiiTwoClass(std::int64_t n0, TwoClassDecisionParams params)
      : Procedure(n0, params.budget), params_(std::move(params)) {
    if (params_.worth == 0.0) params_.worth = static_cast<double>(budget().n);
  }

  const ProcedureKind& kind() const override { return at_radii_two_class_kind(); }
  void check_can_answer() const override {
    check_can_certify(n0(), budget(), budget().alpha / 2);
    table();
  }
  std::vector<ManifestField> fields() const override {
    return {{"radii", params_.radii},
            {"worth", params_.worth},
            {"growth", params_.growth},
            {"first_look", params_.first_look},
            {"first_share", params_.first_share},
            {"level_step", params_.level_step},
            {"patience", params_.patience}};
  }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<TwoClassImage>(context, n0(), table());
  }
  void check_top_up(const Procedure&, const std::string& record) const override {
    fail(ErrorKind::kConfig, record,
         ": was decided from two classes, which spends alpha with the last look; draws can be added only to "
         "records that were decided from the top class or to a width");
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override;
  std::vector<RowProblem> end_problems(const RecordedRows& rows) const override;
  bool is_decided(const RecordedRows& rows, std::size_t row) const override {
    return !rows.is_abstained(row) && rows.radius[row] >= params_.radii.back();
  }
  std::vector<double> asked_radii() const override { return params_.radii; }
  std::string stopping_rule() const override { return stopping_rule_at(params_.radii) + " from two classes"; }
  std::string accuracy_meaning() const override { return accuracy_meaning_at(params_.radii); }

 private:
  /// Solved when it is needed first: reading a record does not need it.
  const TwoClassTable& table() const {
    std::call_once(solve_, [this] { table_.emplace(params_); });
    return *table_;
  }

  /// Whether these votes can have certified the radius at any look: they prove most if those for the class
  /// came first, without a miss, and none of the n draws was for another class.
  bool can_certify(double radius, std::int64_t votes, std::int64_t n) const {
    if (votes == 0) return false;
    const auto level = [&](std::int64_t draws) {
      return normal_upper_quantile(-std::expm1(std::log(budget().alpha / 2) / static_cast<double>(draws)));
    };
    return level(votes) + level(n) >= 2 * radius / budget().sigma - 1e-9;
  }

  TwoClassDecisionParams params_;
  mutable std::once_flag solve_;
  mutable std::optional<TwoClassTable> table_;
};

std::vector<RowProblem> AtRadiiTwoClass::row_problems(const RecordedRows& rows) const {
  RowProblems problems;
  expect_anytime_values(rows, problems);
  expect_anytime_bounds(rows, budget().alpha, problems);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    const double radius = rows.radius[row];
    problems.expect(n <= budget().n, "n-above-most", row, "n", static_cast<double>(n), "at most ", budget().n,
                    " as in the manifest");
    if (rows.is_abstained(row)) continue;
    const bool asked = std::find(params_.radii.begin(), params_.radii.end(), radius) != params_.radii.end();
    problems.expect(asked, "radius-not-asked", row, "radius", radius, "one of the radii in the manifest");
    problems.expect(!asked || can_certify(radius, rows.votes[row], n), "radius-above-votes", row, "radius",
                    radius, "less: ", rows.votes[row], " votes certify it at no look");
  }
  return problems.take();
}

std::vector<RowProblem> AtRadiiTwoClass::end_problems(const RecordedRows& rows) const {
  RowProblems problems;
  const std::vector<std::int64_t>& looks = table().looks();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    const auto look = std::lower_bound(looks.begin(), looks.end(), n);
    const bool is_look = look != looks.end() && *look == n;
    problems.expect(is_look, "n-not-a-look", row, "n", static_cast<double>(n),
                    "a number of draws at which the run looks, the nearest ",
                    look == looks.end() ? looks.back() : *look);
    if (!is_look) continue;
    const auto last = static_cast<std::size_t>(look - looks.begin());
    const std::int64_t votes = rows.votes[row];
    const std::int64_t others = rows.runner_up[row] + rows.blank[row];
    const std::size_t certified =
        rows.is_abstained(row) ? 0 : certified_radii(params_.radii, rows.radius[row]);
    // Radii may also have been certified at an earlier look: the last one tells the least.
    const std::size_t least = table().certified(last, votes, others);
    problems.expect(certified >= least, "radius-below-votes", row, "radius", rows.radius[row],
                    least == 0 ? 0.0 : params_.radii[least - 1], " or more, which ", votes, " votes and ",
                    others, " for the runner-up certify");
    std::size_t most = least;
    for (std::size_t before = 0; before < last; ++before) {
      // As many of the votes as may have come before, and as few of the runner-up.
      const std::int64_t later = n - looks[before];
      most = std::max(most, table().certified(before, std::min(votes, looks[before]),
                                              std::max<std::int64_t>(0, others - later)));
    }
    problems.expect(certified <= most, "radius-above-votes", row, "radius", rows.radius[row], "less: ", votes,
                    " votes and ", others, " for the runner-up certify it at no look");
    problems.expect(certified < least || !table().goes_on(last, votes, others, certified), "ended-early", row,
                    "n", static_cast<double>(n), "more draws: with ", votes, " votes and ", others,
                    " for the runner-up the next radius is neither certified nor given up");
  }
  return problems.take();
}

std::shared_ptr<const Procedure> at_radii_two_class_of_manifest(const RunManifest& manifest,
                                                                const std::string& file) {
  ManifestReader reader(manifest, file);
  TwoClassDecisionParams params{.budget = manifest.budget, .radii = radii_of_manifest(reader)};
  params.worth = reader.number("worth");
  params.growth = reader.number("growth");
  params.first_look = reader.whole("first_look");
  params.first_share = reader.number("first_share");
  params.level_step = reader.number("level_step");
  params.patience = reader.number("patience");
  reader.finish();
  return at_radii_two_class_procedure(manifest.n0, params);
}

}  // namespace

std::shared_ptr<const Procedure> at_radii_two_class_procedure(std::int64_t n0,
                                                              const TwoClassDecisionParams& params) {
  return std::make_shared<AtRadiiTwoClass>(n0, params);
}

const ProcedureKind& at_radii_two_class_kind() {
  static const ProcedureKind kind{
      .name = "certify-at-two-class",
      .columns = anytime_columns(),
      .has_one_n = false,
      .has_lattice_radii = false,
      .needs_runner_up = true,
      .needs_blank_votes = true,
      .note =
          "its radii are proven from two classes, and every image stopped at its own n "
          "when something was decided: p_A = votes / n is an estimate that stopping "
          "moves a little",
      .of_manifest = at_radii_two_class_of_manifest};
  return kind;
}

}  // namespace certus
