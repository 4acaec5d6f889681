#include "certus/procedure/predict.h"

#include "certus/procedure/procedures.h"
#include "support/linear_engine.h"
#include "support/run_on_pixels.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

/// Exactly `first` of 100 draws vote for class 1, `none` as `no_vote` says, the rest for class 0.
class CountedEngine : public Engine {
 public:
  CountedEngine(int first, int none, int no_vote) : first_(first), none_(none), no_vote_(no_vote) {}
  const EngineInfo& info() const override { return info_; }

 private:
  void classify_draws(std::span<const Draw> draws, float, std::span<int> labels) override {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const int draw = static_cast<int>(draws[i].sample);
      labels[i] = draw < first_ ? 1 : draw < first_ + none_ ? no_vote_ : 0;
    }
  }

  int first_, none_, no_vote_;
  EngineInfo info_{.name = "counted", .precision = "-", .shape = test::kTinyShape, .num_classes = 2};
};

CertificationRecord predict_100(int first, int none, int no_vote = Engine::kNoVote) {
  VoteCounter f = test::counter_of(std::make_unique<CountedEngine>(first, none, no_vote));
  const auto procedure = predict_procedure({.n = 100, .alpha = 0.001, .sigma = 1.0});
  return test::run_on_pixels(*procedure, f, test::image_at(0.0));
}

TEST(Predict, AnswersFrom66To34On) {
  EXPECT_EQ(predict_100(66, 0).predicted, 1);
  EXPECT_NEAR(prediction_p_value({.counts = {33, 67}}), 0.00043705, 1e-8);
  EXPECT_EQ(predict_100(65, 0).predicted, std::nullopt);
  EXPECT_EQ(predict_100(50, 0).predicted, std::nullopt);
  EXPECT_EQ(predict_100(34, 0).predicted, 0);
  EXPECT_EQ(predict_100(0, 0).predicted, 0);
}

TEST(Predict, DrawsWithoutAVoteCanHoldOffAWinner) {
  EXPECT_EQ(predict_100(66, 34).predicted, 1);
  EXPECT_EQ(predict_100(65, 35).predicted, std::nullopt);
  EXPECT_EQ(predict_100(0, 100).predicted, std::nullopt);
  EXPECT_EQ(predict_100(40, 50).predicted, std::nullopt);
}

TEST(Predict, DoubtfulDrawsCountAsTheRunnerUps) {
  EXPECT_EQ(predict_100(66, 20, Engine::kDoubtful).predicted, 1);  // 66 against 14 + 20
  EXPECT_EQ(predict_100(65, 20, Engine::kDoubtful).predicted, std::nullopt);
  EXPECT_EQ(predict_100(65, 20).predicted, 1);  // 65 against the larger of 15 and 20
  EXPECT_EQ(predict_100(65, 20, Engine::kDoubtful).nan_votes, 20);
}

TEST(Predict, RefusesABudgetThatCanNeverAnswer) {
  EXPECT_THAT(
      test::error_of([] { predict_procedure({.n = 9, .alpha = 0.001, .sigma = 1.0})->check_can_answer(); }),
      HasSubstr("PREDICT needs at least 10 votes"));
  predict_procedure({.n = 10, .alpha = 0.001, .sigma = 1.0})->check_can_answer();
}

TEST(Predict, AnswersAsAnOlderRecordSays) {
  const auto answer = [](const std::vector<ManifestField>& fields) {
    VoteCounter f = test::counter_of(std::make_unique<CountedEngine>(66, 0, Engine::kNoVote));
    const auto procedure = procedure_of(
        {.procedure = "predict", .budget = {.n = 100, .alpha = 0.001, .sigma = 1.0}, .fields = fields},
        "a.json");
    return test::run_on_pixels(*procedure, f, test::image_at(0.0)).predicted;
  };
  EXPECT_EQ(answer({{"test", std::string("winner")}}), 1);
  EXPECT_EQ(answer({{"test", std::string("two-sided")}}), std::nullopt);
  EXPECT_EQ(answer({}), std::nullopt);
  EXPECT_THAT(test::error_of([&] {
                answer({{"test", std::string("luck")}});
              }),
              HasSubstr("field 'test' is \"luck\", expected winner or two-sided"));
}

}  // namespace
}  // namespace certus
