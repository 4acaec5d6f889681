#include "certus/procedure/top_class.h"

#include <unordered_map>

#include "certus/procedure/fixed_image.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/procedure/proven_radii.h"

namespace certus {
namespace {

class TopClass final : public Procedure {
 public:
  TopClass(std::int64_t n0, const Budget& budget) : Procedure(n0, budget) {}

  const ProcedureKind& kind() const override { return top_class_kind(); }
  void check_can_answer() const override { check_can_certify(n0(), budget(), budget().alpha); }

  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return fixed_image(context, n0(), budget().n, [this](const Votes& votes, int chosen) {
      return certified_radius(votes.counts[static_cast<std::size_t>(chosen)], budget());
    });
  }

  std::vector<RowProblem> row_problems(const RecordedRows& rows) const override {
    std::unordered_map<std::int64_t, double> solved;  // records repeat a few thousand counts
    return unproven_radii(
        rows, budget(),
        [&](std::size_t row) {
          const auto [entry, is_new] = solved.try_emplace(rows.votes[row], 0.0);
          if (is_new) entry->second = certified_radius(rows.votes[row], budget()).value_or(0.0);
          return entry->second;
        },
        [&](std::size_t row) { return votes_text(rows, row); });
  }
};

}  // namespace

std::shared_ptr<const Procedure> top_class_procedure(std::int64_t n0, const Budget& budget) {
  return std::make_shared<TopClass>(n0, budget);
}

const ProcedureKind& top_class_kind() {
  static const ProcedureKind kind{.name = "certify",
                                  .columns = {},
                                  .of_manifest = [](const RunManifest& manifest, const std::string& file) {
                                    ManifestReader(manifest, file).finish();
                                    return top_class_procedure(manifest.n0, manifest.budget);
                                  }};
  return kind;
}

}  // namespace certus
