#include "certus/procedure/at_radii.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/procedure/asked_radii.h"
#include "certus/procedure/deciding_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/radius_decision.h"
#include "certus/stats/confidence_sequence.h"
#include "certus/stats/one_sided_mixture.h"

namespace certus {
namespace {

Proven proven_radius(const RadiusDecision& decision, double alpha) {
  const auto& [votes, draws, blank, certified] = decision.progress();
  const ConfidenceSequence sequence(alpha);
  return {decision.radius(), sequence.lower(votes, draws).p, sequence.upper(votes + blank, draws).p};
}

/// Whether this number of votes can have certified the radius at any look: they prove most if they came
/// first, without a miss.
bool can_certify(double radius, std::int64_t votes, DecisionBoundary boundary, const Budget& budget) {
  if (votes == 0) return false;
  const Probability p0 = radius_threshold(radius, budget.sigma);
  if (!(p0.q > 0.0)) return false;  // beyond what any number of votes proves
  if (boundary == DecisionBoundary::kMixture)
    return OneSidedMixture(p0, budget.alpha).is_proven(votes, votes);
  if (boundary == DecisionBoundary::kTwoSidedMixture) {
    return ConfidenceSequence(budget.alpha).side_of(p0, votes, votes) == ConfidenceSequence::Side::kAbove;
  }
  const auto most = largest_radius({.n = votes, .alpha = budget.alpha, .sigma = budget.sigma});
  return most && *most >= radius;
}

class AtRadii final : public Procedure {
 public:
  AtRadii(std::int64_t n0, DecisionParams params, std::string top_up)
      : Procedure(n0, params.budget), params_(std::move(params)), top_up_(std::move(top_up)) {
    if (params_.worth == 0.0) params_.worth = static_cast<double>(budget().n);
    if (params_.first_n == 0) params_.first_n = budget().n;
  }

  const ProcedureKind& kind() const override { return at_radii_kind(); }
  void check_can_answer() const override {
    check_can_certify(n0(), budget(), budget().alpha);
    table();
  }
  std::vector<ManifestField> fields() const override;
  std::shared_ptr<const Procedure> continuing(const Procedure& before) const override;

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<DecidingImage<RadiusDecision>>(context, n0(), budget().alpha,
                                                           RadiusDecision(table()), proven_radius);
  }
  std::unique_ptr<ImageProcedure> go_on(const ImageContext& context,
                                        const CertificationRecord& before) const override {
    return std::make_unique<DecidingImage<RadiusDecision>>(
        context, before, budget().alpha, RadiusDecision(table(), progress_of(before)), proven_radius);
  }
  void check_top_up(const Procedure& before, const std::string& record) const override;

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override;
  std::vector<RowProblem> end_problems(const RecordedRows& rows) const override;
  bool is_decided(const RecordedRows& rows, std::size_t row) const override {
    return !rows.is_abstained(row) && rows.radius[row] >= params_.radii.back();
  }
  std::vector<double> asked_radii() const override { return params_.radii; }
  std::string stopping_rule() const override { return stopping_rule_at(params_.radii); }
  std::string accuracy_meaning() const override { return accuracy_meaning_at(params_.radii); }

  const DecisionParams& params() const { return params_; }
  /// Solved when it is needed first: reading a record does not need it.
  const DecisionTable& table() const {
    std::call_once(solve_, [this] { table_.emplace(params_); });
    return *table_;
  }

 private:
  DecisionProgress progress_of(const CertificationRecord& record) const {
    return {.votes = votes_for(record, anytime_outcome(record).chosen),
            .draws = record.n,
            .blank = record.nan_votes,
            .certified = record.predicted ? certified_radii(params_.radii, record.radius) : 0};
  }

  DecisionParams params_;
  std::string top_up_;
  mutable std::once_flag solve_;
  mutable std::optional<DecisionTable> table_;
};

std::vector<ManifestField> AtRadii::fields() const {
  std::vector<ManifestField> fields{
      {"radii", params_.radii},
      {"boundary", std::string(boundary_name(params_.boundary))},
      {"worth", params_.worth},
      {"growth", params_.growth},
      {"first_look", params_.first_look},
      {"first_share", params_.first_share},
      {"give_up_prior", std::vector<double>{params_.prior.votes, params_.prior.misses}},
      {"top_up", top_up_}};
  if (params_.reserve > 0.0) {
    fields.push_back({"reserve", params_.reserve});
    fields.push_back({"first_n", params_.first_n});
  }
  return fields;
}

std::shared_ptr<const Procedure> AtRadii::continuing(const Procedure& before) const {
  const auto* const was = dynamic_cast<const AtRadii*>(&before);
  DecisionParams params = params_;
  if (was != nullptr && params.reserve > 0.0) params.first_n = was->params_.first_n;
  return std::make_shared<AtRadii>(n0(), params, top_up_);
}

void AtRadii::check_top_up(const Procedure& before, const std::string& record) const {
  const DecisionParams& was = dynamic_cast<const AtRadii&>(before).params();
  const std::int64_t n = was.budget.n;
  if (params_.boundary == DecisionBoundary::kSpending && params_.reserve == 0.0) {
    if (budget().n != n) {
      fail(ErrorKind::kConfig, Remedy{"worth"}, record,
           ": its spending boundary had spent all of alpha at n = ", n, ", but n is ", budget().n,
           " now; with the same n, images that stopped early continue if a certificate is worth more draws");
    }
    if (!(params_.worth > was.worth)) {
      fail(ErrorKind::kConfig, Remedy{"worth"}, record, ": a certificate was worth ", was.worth,
           " draws and is worth ", params_.worth,
           " now, so no image would continue; it must be worth more draws");
    }
    return;
  }
  if (budget().n < n) {
    fail(ErrorKind::kConfig, Remedy{"n"}, record, ": its images have up to ", n,
         " draws, more than n = ", budget().n, " now; n must be larger");
  }
  if (budget().n == n && params_.worth <= was.worth) {
    fail(ErrorKind::kConfig, Remedy{"n"}, record,
         ": there is nothing to add with the same n; n must be larger, or a certificate worth more draws");
  }
  const std::int64_t last = table().looks().back();
  if (params_.boundary == DecisionBoundary::kSpending && params_.worth <= was.worth && last <= n) {
    fail(ErrorKind::kConfig, Remedy{"n"}, record, ": there is no look between n = ", n,
         " and n = ", budget().n, ", because looks are a factor of ", params_.growth,
         " apart; n must be larger");
  }
}

std::vector<RowProblem> AtRadii::row_problems(const RecordedRows& rows) const {
  RowProblems problems;
  expect_anytime_values(rows, problems);
  expect_anytime_bounds(rows, budget().alpha, problems);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t n = rows.n_of(row);
    const std::int64_t votes = rows.votes[row];
    const double radius = rows.radius[row];
    const bool abstained = rows.is_abstained(row);
    problems.expect(n <= budget().n, "n-above-most", row, "n", static_cast<double>(n), "at most ", budget().n,
                    " as in the manifest");
    const bool asked =
        abstained || std::find(params_.radii.begin(), params_.radii.end(), radius) != params_.radii.end();
    problems.expect(asked, "radius-not-asked", row, "radius", radius, "one of the radii in the manifest");
    problems.expect(!asked || abstained || can_certify(radius, votes, params_.boundary, budget()),
                    "radius-above-votes", row, "radius", radius, "less: ", votes,
                    " votes certify it at no look");
  }
  return problems.take();
}

std::vector<RowProblem> AtRadii::end_problems(const RecordedRows& rows) const {
  if (!top_up_.empty()) return {};  // its looks are those of several runs
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
    const auto j = static_cast<std::size_t>(look - looks.begin());
    const std::int64_t votes = rows.votes[row];
    // Radii may also have been certified at an earlier look: the last one gives the least.
    const std::size_t least = table().certified(j, votes);
    const std::size_t certified =
        rows.is_abstained(row) ? 0 : certified_radii(params_.radii, rows.radius[row]);
    problems.expect(certified >= least, "radius-below-votes", row, "radius", rows.radius[row],
                    least == 0 ? 0.0 : params_.radii[least - 1], " or more, which ", votes, " votes of ", n,
                    " certify");
    const auto certifies =
        [&](std::size_t i) {  // at some look, with as many of the votes as may have come before
          for (std::size_t before = 0; before <= j; ++before) {
            if (std::min(votes, looks[before]) >= table().certify_at(before, i)) return true;
          }
          return false;
        };
    problems.expect(certified == 0 || certifies(certified - 1), "radius-above-votes", row, "radius",
                    rows.radius[row], "less: ", votes, " votes certify it at no look");
    problems.expect(certified < least || !table().goes_on(j, votes, certified), "ended-early", row, "n",
                    static_cast<double>(n), "more draws: with ", votes,
                    " votes the next radius is neither certified nor given up");
  }
  return problems.take();
}

std::shared_ptr<const Procedure> at_radii_of_manifest(const RunManifest& manifest, const std::string& file) {
  ManifestReader reader(manifest, file);
  DecisionParams params{.budget = manifest.budget, .radii = radii_of_manifest(reader)};
  const auto boundary = boundary_of_name(reader.text("boundary"));
  if (!boundary) reader.refuse("boundary", "spending, one-sided mixture or mixture");
  params.boundary = *boundary;
  params.worth = reader.number("worth");
  params.growth = reader.number("growth");
  // Records from before these were fields were made with the defaults.
  const std::vector<double> prior =
      reader.numbers_or("give_up_prior", {params.prior.votes, params.prior.misses});
  if (prior.size() != 2) reader.refuse("give_up_prior", "two numbers");
  params.prior = {.votes = prior[0], .misses = prior[1]};
  params.first_look = reader.whole_or("first_look", params.first_look);
  params.first_share = reader.number_or("first_share", params.first_share);
  params.reserve = reader.number_or("reserve", 0.0);
  if (params.reserve > 0.0) params.first_n = reader.whole("first_n");
  const std::string top_up = reader.text("top_up");
  reader.finish();
  return at_radii_procedure(manifest.n0, params, top_up);
}

}  // namespace

std::shared_ptr<const Procedure> at_radii_procedure(std::int64_t n0, const DecisionParams& params,
                                                    std::string top_up) {
  return std::make_shared<AtRadii>(n0, params, std::move(top_up));
}

std::vector<double> radii_out_of_reach(const Procedure& procedure) {
  std::vector<double> out_of_reach;
  const auto* const at_radii = dynamic_cast<const AtRadii*>(&procedure);
  if (at_radii == nullptr) return out_of_reach;
  const DecisionTable& table = at_radii->table();
  const std::size_t last = table.looks().size() - 1;
  for (std::size_t i = 0; i < table.radii().size(); ++i) {
    if (table.certify_at(last, i) > table.looks()[last]) out_of_reach.push_back(table.radii()[i]);
  }
  return out_of_reach;
}

const ProcedureKind& at_radii_kind() {
  static const ProcedureKind kind{.name = "certify-at",
                                  .columns = anytime_columns(),
                                  .has_one_n = false,
                                  .has_lattice_radii = false,
                                  .needs_blank_votes = true,
                                  .note = kAnytimeNote,
                                  .top_up_fields = {"worth", "top_up"},
                                  .of_manifest = at_radii_of_manifest};
  return kind;
}

}  // namespace certus
