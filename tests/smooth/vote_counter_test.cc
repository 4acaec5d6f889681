#include "certus/smooth/vote_counter.h"

#include <utility>

#include "support/linear_engine.h"

namespace certus {
namespace {

TEST(VoteCounter, CountsTheSameForAnyBatchAndAnyNumberOfWorkers) {
  const auto pixels = test::image_at(0.2);
  const ImageView x{test::kTinyShape, pixels};
  const NoiseKey key{.seed = 3, .image = 4};
  const Votes expected = test::counter_of(test::plane_engine(), 1).count(x, 1.0F, key, 37, 1001);
  EXPECT_EQ(expected.counts[0] + expected.counts[1], 1001);
  EXPECT_GT(expected.counts[0], 300);
  for (const std::int64_t batch : {1, 7, 400, 5000}) {
    for (const int workers : {1, 2, 5}) {
      std::vector<std::unique_ptr<Engine>> engines;
      for (int i = 0; i < workers; ++i) engines.push_back(test::plane_engine());
      VoteCounter counter(std::move(engines), batch);
      EXPECT_EQ(counter.count(x, 1.0F, key, 37, 1001), expected) << batch << " " << workers;
    }
  }
}

TEST(VoteCounter, RangesAddUp) {
  const auto pixels = test::image_at(0.2);
  const ImageView x{test::kTinyShape, pixels};
  VoteCounter counter = test::counter_of(test::plane_engine());
  const Votes whole = counter.count(x, 1.0F, {}, 0, 1000);
  const Votes first = counter.count(x, 1.0F, {}, 0, 123);
  const Votes rest = counter.count(x, 1.0F, {}, 123, 877);
  EXPECT_EQ(whole.counts[0], first.counts[0] + rest.counts[0]);
  EXPECT_EQ(counter.count(x, 1.0F, {}, 5, 0).counts, (std::vector<std::int64_t>{0, 0}));
}

TEST(VoteCounter, KeepsDrawsWithoutAVoteApart) {
  auto engine = std::make_unique<test::ScriptedEngine>(
      test::kTinyShape, 2, [](std::span<const float> x) { return x[0] > 1.0F ? Engine::kNoVote : 1; });
  const auto pixels = test::image_at(0.0);
  const Votes votes =
      test::counter_of(std::move(engine)).count({test::kTinyShape, pixels}, 1.0F, {}, 0, 1000);
  EXPECT_EQ(votes.counts[0], 0);
  EXPECT_EQ(votes.counts[1] + votes.non_finite, 1000);
  EXPECT_NEAR(static_cast<double>(votes.non_finite), 158.7, 60.0);  // five standard deviations
}

TEST(VoteCounter, StopsWhenAsked) {
  const auto pixels = test::image_at(0.0);
  VoteCounter counter = test::counter_of(test::plane_engine());
  std::atomic<bool> stop = false;
  counter.stop = &stop;
  std::int64_t seen = 0;
  counter.on_draws = [&](std::int64_t draws) {
    seen += draws;
    stop = seen >= 640;
  };
  EXPECT_THROW(counter.count({test::kTinyShape, pixels}, 1.0F, {}, 0, 100'000), Interrupted);
  EXPECT_EQ(seen, 640);
}

TEST(VoteCounter, TellsOfEveryDraw) {
  const auto pixels = test::image_at(0.0);
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < 3; ++i) engines.push_back(test::plane_engine());
  VoteCounter counter(std::move(engines), 10);
  std::int64_t seen = 0;
  counter.on_draws = [&](std::int64_t draws) { seen += draws; };
  counter.count({test::kTinyShape, pixels}, 1.0F, {}, 3, 1234);
  EXPECT_EQ(seen, 1234);
}

TEST(NoiseScale, IsNeverLessThanSigma) {
  for (const double sigma : {0.12, 0.25, 0.3, 1.0, 1e-3, 0.1}) {
    EXPECT_GE(static_cast<double>(noise_scale(sigma)), sigma);
    EXPECT_LE(static_cast<double>(noise_scale(sigma)), sigma * (1 + 0x1p-22));
  }
  EXPECT_EQ(noise_scale(0.25), 0.25F);
  EXPECT_LT(static_cast<double>(static_cast<float>(0.12)),
            0.12);  // the case that rounding to nearest gets wrong
}

}  // namespace
}  // namespace certus
