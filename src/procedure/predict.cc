#include "certus/procedure/predict.h"

#include <algorithm>
#include <utility>

#include "certus/base/error.h"
#include "certus/procedure/manifest_reader.h"
#include "certus/stats/binomial_test.h"
#include "certus/stats/winner_test.h"

namespace certus {
namespace {

constexpr const char* kTest = "test";
constexpr const char* kOfWinner = "winner";     ///< winner_test.h
constexpr const char* kTwoSided = "two-sided";  ///< binomial_test_half, which is stricter: of older records

/// The two counts that are compared.
struct Leaders {
  std::int64_t first, second;

  explicit Leaders(const Votes& votes) {
    const int top = top_class(votes);
    first = votes.counts[static_cast<std::size_t>(top)];
    // Stricter than g needs: draws that vote for nothing can hold off a winner.
    second = std::max(runner_up(votes, top), votes.non_finite) + votes.doubtful;
  }
};

class PredictedImage final : public ImageProcedure {
 public:
  PredictedImage(const ImageContext& context, const Budget& budget, bool is_two_sided)
      : alpha_(budget.alpha),
        is_two_sided_(is_two_sided),
        left_{.count = budget.n},
        row_{.idx = context.index, .label = context.label} {}

  DrawRange wanted() const override { return left_; }
  void add(const Votes& votes) override {
    left_.count = 0;
    row_.n = draws_of(votes);
    set_votes(row_, votes);
    const auto [first, second] = Leaders(votes);
    const double p_value = !is_two_sided_   ? winner_p_value(first, second)
                           : first > second ? binomial_test_half(first, first + second)
                                            : 1.0;
    if (p_value <= alpha_) row_.predicted = top_class(votes);
  }
  CertificationRecord row() const override { return row_; }
  std::int64_t draws_made() const override { return row_.n; }

 private:
  double alpha_;
  bool is_two_sided_;
  DrawRange left_;
  CertificationRecord row_;
};

class Predict final : public Procedure {
 public:
  explicit Predict(const Budget& budget, std::string test = kOfWinner)
      : Procedure(0, budget), test_(std::move(test)) {}

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
  std::vector<ManifestField> fields() const override { return {{kTest, test_}}; }
  std::unique_ptr<ImageProcedure> begin(const ImageContext& context) const override {
    return std::make_unique<PredictedImage>(context, budget(), test_ == kTwoSided);
  }
  /// A prediction follows from the counts of all classes, which readers of logs do not keep.
  std::vector<RowProblem> row_problems(const RecordedRows&) const override { return {}; }

 private:
  std::string test_;
};

std::shared_ptr<const Procedure> predict_of_manifest(const RunManifest& manifest, const std::string& file) {
  ManifestReader reader(manifest, file);
  // Records from before there was a choice were tested on both sides.
  const std::string test = reader.text_or(kTest, kTwoSided);
  reader.finish();
  if (test != kOfWinner && test != kTwoSided) reader.refuse(kTest, join_text(kOfWinner, " or ", kTwoSided));
  return std::make_shared<Predict>(manifest.budget, test);
}

}  // namespace

std::shared_ptr<const Procedure> predict_procedure(const Budget& budget) {
  return std::make_shared<Predict>(budget);
}

double prediction_p_value(const Votes& votes) {
  const auto [first, second] = Leaders(votes);
  return winner_p_value(first, second);
}

const ProcedureKind& predict_kind() {
  static const ProcedureKind kind{.name = "predict",
                                  .columns = {.has_radii = false},
                                  .has_lattice_radii = false,
                                  .purpose = Purpose::kPredict,
                                  .of_manifest = predict_of_manifest};
  return kind;
}

}  // namespace certus
