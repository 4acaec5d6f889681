#include "certus/procedure/randomized.h"

#include "certus/noise/keyed_bits.h"
#include "certus/procedure/fixed_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/proven_radii.h"
#include "certus/stats/randomized_clopper_pearson.h"

namespace certus {
namespace {

enum RandomizedColumn { kUniform };

class Randomized final : public Procedure {
 public:
  Randomized(std::int64_t n0, const Budget& budget) : Procedure(n0, budget) {}

  const ProcedureKind& kind() const override { return randomized_kind(); }
  void check_can_answer() const override { check_can_certify(n0(), budget(), budget().alpha); }
  double least_claim() const override { return least_randomized_claim(budget()); }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    const double uniform = uniform_of_bound(context.key);
    return fixed_image(context, n0(), budget().n,
                       [this, uniform](const Votes& votes, int chosen) {
                         return randomized_radius(votes.counts[static_cast<std::size_t>(chosen)], budget(),
                                                  uniform);
                       },
                       {uniform});
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override {
    const auto& uniform = rows.extension[kUniform];
    RowProblems problems;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      problems.expect(uniform[row] > 0.0 && uniform[row] < 1.0, "uniform-out-of-range", row, "uniform",
                      uniform[row], "a number in (0, 1)");
    }
    std::vector<RowProblem> found = problems.take();
    if (!found.empty()) return found;
    return unproven_radii(
        rows, budget(),
        [&](std::size_t row) {
          return randomized_radius(rows.votes[row], budget(), uniform[row]).value_or(0.0);
        },
        [&](std::size_t row) { return votes_text(rows, row) + " and its uniform number"; });
  }
};

}  // namespace

std::shared_ptr<const Procedure> randomized_procedure(std::int64_t n0, const Budget& budget) {
  return std::make_shared<Randomized>(n0, budget);
}

double uniform_of_bound(NoiseKey key) {
  key.purpose = Purpose::kBound;
  const auto high = static_cast<double>(keyed_bits(key, 0, 0));
  const auto low = static_cast<double>(keyed_bits(key, 0, 1) >> 12U);  // 52 bits: the half below is exact
  return (high * 0x1p20 + low + 0.5) * 0x1p-52;
}

const ProcedureKind& randomized_kind() {
  static const ProcedureKind kind{
      .name = "certify-randomized",
      .columns = {.extension = {{.name = "uniform"}}},
      .has_lattice_radii = false,
      .note =
          "its radii come from randomised bounds, whose uniform numbers it holds; other budgets are "
          "computed from p_A alone",
      .of_manifest = [](const RunManifest& manifest, const std::string& file) {
        ManifestReader(manifest, file).finish();
        return randomized_procedure(manifest.n0, manifest.budget);
      }};
  return kind;
}

}  // namespace certus
