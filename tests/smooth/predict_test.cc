#include "certus/smooth/predict.h"

#include "support/linear_engine.h"
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

Prediction predict_100(int first, int none, int no_vote = Engine::kNoVote) {
  const auto pixels = test::image_at(0.0);
  VoteCounter f = test::counter_of(std::make_unique<CountedEngine>(first, none, no_vote));
  return predict(f, {test::kTinyShape, pixels}, {.n = 100, .alpha = 0.001, .sigma = 1.0}, {});
}

TEST(Predict, AnswersFrom67To33On) {
  EXPECT_EQ(predict_100(67, 0).top_class, 1);
  EXPECT_NEAR(predict_100(67, 0).p_value, 0.00087372, 1e-8);
  EXPECT_EQ(predict_100(66, 0).top_class, std::nullopt);
  EXPECT_EQ(predict_100(50, 0).top_class, std::nullopt);
  EXPECT_EQ(predict_100(33, 0).top_class, 0);
  EXPECT_EQ(predict_100(0, 0).top_class, 0);
}

TEST(Predict, DrawsWithoutAVoteCanHoldOffAWinner) {
  EXPECT_EQ(predict_100(67, 33).top_class, 1);
  EXPECT_EQ(predict_100(66, 34).top_class, std::nullopt);
  EXPECT_EQ(predict_100(0, 100).top_class, std::nullopt);
  EXPECT_EQ(predict_100(40, 50).top_class, std::nullopt);
}

TEST(Predict, DoubtfulDrawsCountAsTheRunnerUps) {
  EXPECT_EQ(predict_100(67, 20, Engine::kDoubtful).top_class, 1);  // 67 against 13 + 20
  EXPECT_EQ(predict_100(66, 20, Engine::kDoubtful).top_class, std::nullopt);
  EXPECT_EQ(predict_100(66, 20).top_class, 1);  // 66 against the larger of 14 and 20
  EXPECT_EQ(predict_100(66, 20, Engine::kDoubtful).votes.doubtful, 20);
}

TEST(Predict, RefusesABudgetThatCanNeverAnswer) {
  EXPECT_THAT(test::error_of([] { check_can_predict({.n = 10, .alpha = 0.001, .sigma = 1.0}); }),
              HasSubstr("PREDICT needs at least 11 votes; give --n 11 or more"));
  check_can_predict({.n = 11, .alpha = 0.001, .sigma = 1.0});
}

}  // namespace
}  // namespace certus
