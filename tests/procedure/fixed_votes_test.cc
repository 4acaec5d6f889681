#include <cmath>
#include <set>

#include "certus/procedure/top_class.h"
#include "certus/procedure/two_class.h"
#include "certus/stats/two_class_radius.h"
#include "support/linear_engine.h"
#include "support/run_on_pixels.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

std::unique_ptr<Engine> constant_engine(int label) {
  return std::make_unique<test::ScriptedEngine>(test::kTinyShape, 3,
                                                [label](std::span<const float>) { return label; });
}

/// Records which draws were asked for.
class RecordingEngine : public Engine {
 public:
  const EngineInfo& info() const override { return info_; }
  std::set<std::uint64_t> draws;

 private:
  void classify_draws(std::span<const Draw> asked, float sigma, std::span<int> labels) override {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::uint64_t sample = asked[i].sample;
      EXPECT_TRUE(draws.insert(sample).second) << "draw " << sample << " was used twice";
      labels[i] = sample < 10 ? 2 : 1;  // selection says 2, estimation says 1
      EXPECT_EQ(asked[i].key.image, 7U);
    }
    EXPECT_EQ(sigma, 0.5F);
  }
  EngineInfo info_{.name = "recording", .precision = "-", .shape = test::kTinyShape, .num_classes = 3};
};

TEST(Certify, GivesTheLargestRadiusToAConstantClassifier) {
  const auto pixels = test::image_at(0.0);
  VoteCounter f = test::counter_of(constant_engine(2));
  const CertificationRecord row =
      test::run_on_pixels(*top_class_procedure(10, {.n = 100, .alpha = 0.001, .sigma = 0.25}), f, pixels);
  EXPECT_EQ(row.predicted, 2);
  EXPECT_NEAR(row.radius, 1.500475 * 0.25, 1e-6);
  EXPECT_EQ(row.counts, (std::vector<ClassVotes>{{2, 100}}));
}

TEST(Certify, ChoosesAndEstimatesOnDisjointDraws) {
  auto engine = std::make_unique<RecordingEngine>();
  RecordingEngine& recording = *engine;
  const auto pixels = test::image_at(0.0);
  VoteCounter f = test::counter_of(std::move(engine), 6);
  const CertificationRecord row =
      test::run_on_pixels(*top_class_procedure(10, {.n = 50, .alpha = 0.01, .sigma = 0.5}), f, pixels, 7);
  EXPECT_EQ(recording.draws.size(), 60U);
  EXPECT_EQ(*recording.draws.rbegin(), 59U);
  // The class that selection chose got no vote in the estimation: nothing is certified, though class 1 got
  // all.
  EXPECT_EQ(row.predicted, std::nullopt);
  EXPECT_EQ(row.radius, 0.0);
  EXPECT_EQ(row.counts, (std::vector<ClassVotes>{{1, 50}}));
}

TEST(Certify, CountsNonFiniteDrawsAgainstTheClass) {
  auto engine = std::make_unique<test::ScriptedEngine>(
      test::kTinyShape, 2, [](std::span<const float> x) { return x[0] > 0.0F ? 1 : Engine::kNoVote; });
  const auto pixels = test::image_at(0.0);
  VoteCounter f = test::counter_of(std::move(engine));
  const CertificationRecord row =
      test::run_on_pixels(*top_class_procedure(10, {.n = 1000, .alpha = 0.001, .sigma = 1.0}), f, pixels);
  EXPECT_EQ(row.predicted, std::nullopt);  // about half of the draws
  EXPECT_GT(row.nan_votes, 400);
}

TEST(Certify, RefusesABudgetThatCanNeverCertify) {
  const auto message = [](const std::shared_ptr<const Procedure>& procedure) {
    return error_of([&] { procedure->check_can_answer(); });
  };
  EXPECT_THAT(message(top_class_procedure(100, {.n = 9, .alpha = 0.001, .sigma = 1.0})),
              HasSubstr("n is 9: every image would abstain; at alpha = 0.001 at least 10 votes are needed"));
  top_class_procedure(100, {.n = 10, .alpha = 0.001, .sigma = 1.0})->check_can_answer();
  EXPECT_THAT(message(two_class_procedure(100, {.n = 10, .alpha = 0.001, .sigma = 1.0})),
              HasSubstr("at least 11 votes"));
  two_class_procedure(100, {.n = 11, .alpha = 0.001, .sigma = 1.0})->check_can_answer();
  EXPECT_THAT(message(top_class_procedure(0, {})), HasSubstr("n0 is 0"));
  EXPECT_THAT(message(top_class_procedure(100, {.n = 100, .alpha = 0.7})), HasSubstr("alpha is 0.7"));
}

TEST(Certify, RefusesMoreVotesThanTheTailsOfTheNoiseCarry) {
  // -ln(alpha) / n has to exceed the 2^-33 that every pair of numbers lacks.
  const auto most_votes = [](double pixels) { return -std::log(0.001) / (std::ceil(pixels / 2) * 0x1p-33); };
  const auto check = [](double n, std::size_t pixels) {
    check_noise_suffices(
        *top_class_procedure(100, {.n = static_cast<std::int64_t>(n), .alpha = 0.001, .sigma = 1.0}), pixels);
  };
  for (const std::size_t pixels : {1u, 2u, 3u, 3u * 32 * 32, 3u * 224 * 224}) {
    const double most = most_votes(static_cast<double>(pixels));
    if (most < 1e9) {
      EXPECT_THAT(error_of([&] { check(most * 1.0001, pixels); }), HasSubstr("the tails of the noise"))
          << pixels;
    }
    EXPECT_NO_THROW(check(std::min(most * 0.99, 1e9), pixels)) << pixels;
  }
  EXPECT_THAT(error_of([&] { check(1e6, 3 * 224 * 224); }),
              HasSubstr("for images of 150528 numbers the tails of the noise carry at most 787814 votes"));
}

TEST(Certify, OfTwoClassesUsesTheRunnerUp) {
  // Three classes by thirds of the noise: none has a majority.
  auto engine = std::make_unique<test::ScriptedEngine>(test::kTinyShape, 3, [](std::span<const float> x) {
    return x[0] < 0.1F ? 0 : x[0] < 0.8F ? 1 : 2;  // 0.54, 0.25, 0.21
  });
  const auto pixels = test::image_at(0.0);
  VoteCounter f = test::counter_of(std::move(engine));
  const Budget budget{.n = 1000, .alpha = 0.001, .sigma = 1.0};
  EXPECT_EQ(test::run_on_pixels(*top_class_procedure(100, budget), f, pixels).predicted, std::nullopt);
  const CertificationRecord row = test::run_on_pixels(*two_class_procedure(100, budget), f, pixels);
  EXPECT_EQ(row.predicted, 0);
  EXPECT_EQ(row.radius,
            two_class_radius(votes_for(row, 0), std::max(votes_for(row, 1), votes_for(row, 2)), budget));
  EXPECT_LT(row.radius, 0.5 * (0.1 + 0.67));  // the truth
}

TEST(Certify, OfTwoClassesCountsDoubtfulDrawsAsTheRunnerUps) {
  // In doubt where the second pixel is far out; else class 1 in one draw of six.
  const auto engine = [](int in_doubt) {
    return std::make_unique<test::ScriptedEngine>(test::kTinyShape, 3, [=](std::span<const float> x) {
      return x[1] > 1.5F ? in_doubt : x[0] > 1.0F ? 1 : 0;
    });
  };
  const auto pixels = test::image_at(0.0);
  const auto procedure = two_class_procedure(100, {.n = 1000, .alpha = 0.001, .sigma = 1.0});
  const auto radius = [&](int in_doubt) {
    VoteCounter f = test::counter_of(engine(in_doubt));
    return test::run_on_pixels(*procedure, f, pixels).radius;
  };
  EXPECT_EQ(radius(Engine::kDoubtful), radius(1));  // the worst they can have been
  EXPECT_LT(radius(Engine::kDoubtful), radius(2));
}

}  // namespace
}  // namespace certus
