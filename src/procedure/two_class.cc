#include "certus/procedure/two_class.h"

#include "certus/base/error.h"
#include "certus/procedure/fixed_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/proven_radii.h"
#include "certus/stats/two_class_radius.h"

namespace certus {
namespace {

constexpr const char* kBound = "runner_up_bound";
constexpr const char* kOfTheLargestCount = "largest count";
constexpr const char* kOfEveryClass = "every class";

class TwoClass final : public Procedure {
 public:
  /// @param by_union  the number of classes, for records whose alpha was divided among all classes
  TwoClass(std::int64_t n0, const Budget& budget, std::optional<int> by_union)
      : Procedure(n0, budget), by_union_(by_union) {}

  const ProcedureKind& kind() const override { return two_class_kind(); }
  void check_can_answer() const override { check_can_certify(n0(), budget(), budget().alpha / 2); }
  std::vector<ManifestField> fields() const override {
    return {{kBound, std::string(by_union_ ? kOfEveryClass : kOfTheLargestCount)}};
  }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return fixed_image(context, n0(), budget().n, [this](const Votes& votes, int chosen) {
      return radius(votes.counts[static_cast<std::size_t>(chosen)],
                    runner_up(votes, chosen) + votes.doubtful);
    });
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override {
    return unproven_radii(
        rows, budget(),
        [&](std::size_t row) { return radius(rows.votes[row], rows.runner_up[row]).value_or(0.0); },
        [&](std::size_t row) {
          return join_text(votes_text(rows, row), " and ", rows.runner_up[row], " for the runner-up");
        });
  }

 private:
  std::optional<double> radius(std::int64_t votes, std::int64_t runner_up) const {
    return by_union_ ? two_class_radius_by_union(votes, runner_up, *by_union_, budget())
                     : two_class_radius(votes, runner_up, budget());
  }

  std::optional<int> by_union_;
};

std::shared_ptr<const Procedure> two_class_of_manifest(const RunManifest& manifest, const std::string& file) {
  ManifestReader reader(manifest, file);
  // Records from before there was a choice had one bound for every class.
  const std::string bound = reader.text_or(kBound, kOfEveryClass);
  reader.finish();
  if (bound == kOfTheLargestCount) return two_class_procedure(manifest.n0, manifest.budget);
  if (bound != kOfEveryClass) reader.refuse(kBound, join_text(kOfTheLargestCount, " or ", kOfEveryClass));
  if (manifest.classes < 2 || manifest.classes > 1'000'000) {
    fail(ErrorKind::kData, file, ": field 'classes' is ", manifest.classes,
         ", expected the number of classes, on which these two-class radii depend; damaged manifest?");
  }
  return std::make_shared<TwoClass>(manifest.n0, manifest.budget, static_cast<int>(manifest.classes));
}

}  // namespace

std::shared_ptr<const Procedure> two_class_procedure(std::int64_t n0, const Budget& budget) {
  return std::make_shared<TwoClass>(n0, budget, std::nullopt);
}

const ProcedureKind& two_class_kind() {
  static const ProcedureKind kind{
      .name = "certify-two-class",
      .columns = {},
      .has_lattice_radii = false,
      .needs_runner_up = true,
      .note = "its radii are proven from two classes; other budgets are computed from p_A alone",
      .of_manifest = two_class_of_manifest};
  return kind;
}

}  // namespace certus
