#include "certus/procedure/transfer.h"

#include <utility>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/proven_radii.h"

namespace certus {
namespace {

enum Voter { kExact, kCheap };
enum TransferColumn { kPaired, kLost };

std::optional<double> transfer_radius(std::int64_t votes, std::int64_t lost, const Budget& budget,
                                      const TransferParams& params) {
  return radius_of_bound(
      transfer_lower(
          {.cheap_votes = votes, .cheap_draws = budget.n, .lost_votes = lost, .paired_draws = params.paired},
          params.alpha),
      budget.sigma);
}

/// The cheap network votes on the paired draws and on the rest, then the exact one on the paired draws.
class TransferImage final : public ChosenImage {
 public:
  TransferImage(const ImageContext& context, std::int64_t n0, const Budget& budget,
                const TransferParams& params)
      : ChosenImage(context, n0, kCheap), budget_(budget), params_(params) {
    const auto first = static_cast<std::uint64_t>(n0);
    const auto rest = first + static_cast<std::uint64_t>(params.paired);
    steps_ = {{.first = first, .count = params.paired, .voter = kCheap, .keep_labels = true},
              {.first = first, .count = params.paired, .voter = kExact, .keep_labels = true}};
    if (budget.n > params.paired)
      steps_.insert(steps_.begin() + 1, {.first = rest, .count = budget.n - params.paired, .voter = kCheap});
  }

  CertificationRecord row() const override {
    CertificationRecord row = row_of_votes();
    const auto radius =
        transfer_radius(votes().counts[static_cast<std::size_t>(chosen())], lost_, budget_, params_);
    if (radius) row.predicted = chosen();
    row.radius = radius.value_or(0.0);
    row.extension = {static_cast<double>(params_.paired), static_cast<double>(lost_)};
    return row;
  }

 private:
  DrawRange wanted_after_choice() const override {
    return done_ < steps_.size() ? steps_[done_] : DrawRange{};
  }
  void take(const Votes&, std::span<const int> labels) override {
    const DrawRange& step = steps_[done_++];
    if (!step.keep_labels) return;
    if (step.voter == kCheap) {
      of_cheap_.assign(labels.begin(), labels.end());
      return;
    }
    for (std::size_t i = 0; i < labels.size(); ++i)
      lost_ += of_cheap_[i] == chosen() && labels[i] != chosen() ? 1 : 0;
    of_cheap_ = {};
  }

  Budget budget_;
  TransferParams params_;
  std::vector<DrawRange> steps_;
  std::size_t done_ = 0;
  std::vector<int> of_cheap_;  ///< its votes on the paired draws
  std::int64_t lost_ = 0;  ///< paired draws for the chosen class by the cheap network and not by the exact
};

class Transfer final : public Procedure {
 public:
  Transfer(std::int64_t n0, const Budget& budget, const TransferParams& params)
      : Procedure(n0, budget), params_(params) {}

  const ProcedureKind& kind() const override { return transfer_kind(); }
  void check_can_answer() const override { check_can_certify(n0(), budget(), budget().alpha); }
  std::vector<ManifestField> fields() const override {
    return {{"cheap_engine", std::string()},  // the run knows them
            {"cheap_precision", std::string()},
            {"paired", params_.paired},
            {"alpha_paired", params_.alpha.paired}};
  }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<TransferImage>(context, n0(), budget(), params_);
  }
  std::int64_t most_draws() const override { return n0() + budget().n + params_.paired; }
  int voters() const override { return 2; }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override;
  std::vector<std::string> notes(const RecordedRows& rows) const override;

 private:
  TransferParams params_;
};

std::vector<RowProblem> Transfer::row_problems(const RecordedRows& rows) const {
  RowProblems problems;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double paired = rows.extension[kPaired][row], lost = rows.extension[kLost][row];
    problems.expect(paired == static_cast<double>(params_.paired), "paired-mismatch", row, "paired", paired,
                    params_.paired, " as in the manifest");
    problems.expect(lost >= 0.0 && lost <= static_cast<double>(params_.paired), "bad-lost", row, "lost", lost,
                    "a whole number from 0 to ", params_.paired);
  }
  std::vector<RowProblem> found = problems.take();
  if (!found.empty()) return found;
  return unproven_radii(
      rows, budget(),
      [&](std::size_t row) {
        const auto lost = static_cast<std::int64_t>(rows.extension[kLost][row]);
        return transfer_radius(rows.votes[row], lost, budget(), params_).value_or(0.0);
      },
      [](std::size_t) { return std::string("its votes and lost draws"); });
}

/// Whose certificates and votes these are; what the cheap votes saved, and what they cost in radius.
std::vector<std::string> Transfer::notes(const RecordedRows& rows) const {
  double lost = 0.0;
  std::int64_t certified = 0;
  double cost = 0.0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    lost += rows.extension[kLost][row];
    if (rows.is_abstained(row)) continue;
    ++certified;
    cost += certified_radius(rows.votes[row], budget()).value_or(0.0) - rows.radius[row];
  }
  const double draws = static_cast<double>(params_.paired) * static_cast<double>(rows.size());
  return {join_text("the certified network ran on ", params_.paired, " draws per image instead of ",
                    budget().n, " and lost ", fixed_text(draws == 0.0 ? 0.0 : 100.0 * lost / draws, 2),
                    " % of them to the cheaper one; radii are ",
                    fixed_text(certified == 0 ? 0.0 : cost / static_cast<double>(certified), 3),
                    " below what as many votes of its own would prove, on average")};
}

std::shared_ptr<const Procedure> transfer_of_manifest(const RunManifest& manifest, const std::string& file) {
  ManifestReader reader(manifest, file);
  static_cast<void>(reader.text("cheap_engine"));
  static_cast<void>(reader.text("cheap_precision"));
  TransferParams params{.paired = reader.whole("paired"), .alpha = {}};
  params.alpha.paired = reader.number("alpha_paired");
  reader.finish();
  const Budget& budget = manifest.budget;
  if (params.paired < 1 || params.paired > budget.n)
    reader.refuse("paired", join_text("a number of draws in [1, n = ", budget.n, ']'));
  if (!(params.alpha.paired > 0.0 && params.alpha.paired < budget.alpha))
    reader.refuse("alpha_paired", join_text("a part of alpha = ", budget.alpha));
  params.alpha.cheap = budget.alpha - params.alpha.paired;
  return transfer_procedure(manifest.n0, budget, params);
}

}  // namespace

std::shared_ptr<const Procedure> transfer_procedure(std::int64_t n0, const Budget& budget,
                                                    const TransferParams& params) {
  CERTUS_CHECK(params.paired >= 1 && params.paired <= budget.n);
  return std::make_shared<Transfer>(n0, budget, params);
}

TransferParams usual_transfer(const Budget& budget, std::int64_t paired) {
  if (paired < 1 || paired > budget.n) {
    fail(ErrorKind::kConfig, paired, " paired draws, expected a number in [1, n = ", budget.n, "]");
  }
  return {.paired = paired, .alpha = best_transfer_alpha(0.95, 0.005, budget.n, paired, budget.alpha)};
}

const ProcedureKind& transfer_kind() {
  static const ProcedureKind kind{
      .name = "certify-transfer",
      .columns = {.extension = {{.name = "paired", .is_whole = true}, {.name = "lost", .is_whole = true}}},
      .has_own_votes = false,
      .has_lattice_radii = false,
      .of_manifest = transfer_of_manifest};
  return kind;
}

}  // namespace certus
