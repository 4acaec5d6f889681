#include "certus/procedure/predict.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/stats/binomial_test.h"

namespace certus {
namespace {

class PredictedImage final : public ImageProcedure {
 public:
  PredictedImage(const ImageContext& context, const Budget& budget)
      : alpha_(budget.alpha), left_{.count = budget.n}, row_{.idx = context.index, .label = context.label} {}

  DrawRange wanted() const override { return left_; }
  void add(const Votes& votes, std::span<const int>) override {
    left_.count = 0;
    row_.n = draws_of(votes);
    set_votes(row_, votes);
    if (prediction_p_value(votes) <= alpha_) row_.predicted = top_class(votes);
  }
  CertificationRecord row() const override { return row_; }
  std::int64_t draws_made() const override { return row_.n; }

 private:
  double alpha_;
  DrawRange left_;
  CertificationRecord row_;
};

class Predict final : public Procedure {
 public:
  explicit Predict(const Budget& budget) : Procedure(0, budget) {}

  const ProcedureKind& kind() const override { return predict_kind(); }
  void check_can_answer() const override {
    check_budget(budget());
    const std::int64_t least = least_samples_to_predict(budget().alpha);
    if (budget().n < least) {
      fail(ErrorKind::kConfig, "n is ", budget().n,
           ": every image would abstain; at alpha = ", budget().alpha, " PREDICT needs at least ", least,
           " votes");
    }
  }
  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<PredictedImage>(context, budget());
  }
  /// A prediction follows from the counts of all classes, which readers of logs do not keep.
  std::vector<RowProblem> row_problems(const RecordedRows&) const override { return {}; }
};

}  // namespace

std::shared_ptr<const Procedure> predict_procedure(const Budget& budget) {
  return std::make_shared<Predict>(budget);
}

double prediction_p_value(const Votes& votes) {
  const int top = top_class(votes);
  const std::int64_t first = votes.counts[static_cast<std::size_t>(top)];
  // Stricter than g needs: draws that vote for nothing can hold off a winner.
  const std::int64_t second = std::max(runner_up(votes, top), votes.non_finite) + votes.doubtful;
  return first > second ? binomial_test_half(first, first + second) : 1.0;
}

const ProcedureKind& predict_kind() {
  static const ProcedureKind kind{.name = "predict",
                                  .columns = {.has_radii = false},
                                  .has_lattice_radii = false,
                                  .purpose = Purpose::kPredict,
                                  .of_manifest = [](const RunManifest& manifest, const std::string& file) {
                                    ManifestReader(manifest, file).finish();
                                    return predict_procedure(manifest.budget);
                                  }};
  return kind;
}

}  // namespace certus
