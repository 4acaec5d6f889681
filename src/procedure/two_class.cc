#include "certus/procedure/two_class.h"

#include "certus/base/error.h"
#include "certus/procedure/fixed_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/proven_radii.h"
#include "certus/stats/two_class_radius.h"

namespace certus {
namespace {

class TwoClass final : public Procedure {
 public:
  /// @param classes  of the records it checks; runs learn it from their network
  TwoClass(std::int64_t n0, const Budget& budget, int classes) : Procedure(n0, budget), classes_(classes) {}

  const ProcedureKind& kind() const override { return two_class_kind(); }
  void check_can_answer() const override { check_can_certify(n0(), budget(), budget().alpha / 2); }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return fixed_image(
        context, n0(), budget().n, [this, classes = context.num_classes](const Votes& votes, int chosen) {
          return two_class_radius(votes.counts[static_cast<std::size_t>(chosen)],
                                  runner_up(votes, chosen) + votes.doubtful, classes, budget());
        });
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override {
    return unproven_radii(
        rows, budget(),
        [&](std::size_t row) {
          return two_class_radius(rows.votes[row], rows.runner_up[row], classes_, budget()).value_or(0.0);
        },
        [&](std::size_t row) {
          return join_text(votes_text(rows, row), " and ", rows.runner_up[row], " for the runner-up");
        });
  }

 private:
  int classes_;
};

}  // namespace

std::shared_ptr<const Procedure> two_class_procedure(std::int64_t n0, const Budget& budget) {
  return std::make_shared<TwoClass>(n0, budget, 2);
}

const ProcedureKind& two_class_kind() {
  static const ProcedureKind kind{
      .name = "certify-two-class",
      .columns = {},
      .has_lattice_radii = false,
      .needs_runner_up = true,
      .note = "its radii are proven from two classes; other budgets are computed from p_A alone",
      .of_manifest = [](const RunManifest& manifest,
                        const std::string& file) -> std::shared_ptr<const Procedure> {
        ManifestReader(manifest, file).finish();
        if (manifest.classes < 2 || manifest.classes > 1'000'000) {
          fail(ErrorKind::kData, file, ": field 'classes' is ", manifest.classes,
               ", expected the number of classes, on which two-class radii depend; damaged manifest?");
        }
        return std::make_shared<TwoClass>(manifest.n0, manifest.budget, static_cast<int>(manifest.classes));
      }};
  return kind;
}

}  // namespace certus
