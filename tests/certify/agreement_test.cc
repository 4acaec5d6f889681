#include "certus/certify/agreement.h"

#include "certus/certify/image_selection.h"
#include "certus/procedure/top_class.h"
#include "certus/smooth/procedure_task.h"
#include "support/linear_engine.h"
#include "support/plane_data.h"

namespace certus {
namespace {

/// The plane, moved along its normal: draws in between get the other vote.
std::unique_ptr<Engine> moved_plane_engine(float by) {
  return std::make_unique<test::ScriptedEngine>(test::kTinyShape, 2, [by](std::span<const float> x) {
    float sum = -by;
    for (const float v : x) sum += v;
    return sum > 0.0F ? 1 : 0;
  });
}

/// No vote far out, else the plane's.
std::unique_ptr<Engine> silent_engine() {
  return std::make_unique<test::ScriptedEngine>(test::kTinyShape, 2, [](std::span<const float> x) {
    float sum = 0.0F;
    for (const float v : x) sum += v;
    return x[0] > 1.0F ? Engine::kNoVote : sum > 0.0F ? 1 : 0;
  });
}

class AgreementTest : public ::testing::Test {
 protected:
  using Counters = std::vector<std::unique_ptr<VoteCounter>>;
  static std::unique_ptr<VoteCounter> counter(std::unique_ptr<Engine> engine, std::int64_t batch = 64) {
    std::vector<std::unique_ptr<Engine>> engines;
    engines.push_back(std::move(engine));
    return std::make_unique<VoteCounter>(std::move(engines), batch);
  }
  std::vector<EngineVotes> compare(const Counters& counters) const {
    return compare_engines(20, budget_, 3, counters, data_, images_, SteadyClock(), {});
  }

  const test::PlaneData data_{40};
  const std::vector<std::int64_t> images_ = selected_images({.skip = 3}, 40);
  const Budget budget_{.n = 150, .alpha = 0.01, .sigma = 0.5};
};

TEST_F(AgreementTest, FindsNoDifferenceBetweenEqualEngines) {
  Counters counters;
  counters.push_back(counter(test::plane_engine()));
  counters.push_back(counter(test::plane_engine(), 7));
  const auto votes = compare(counters);
  ASSERT_EQ(votes.size(), 2U);
  EXPECT_EQ(votes[1].changed, 0);
  EXPECT_EQ(votes[1].draws, std::ssize(images_) * 170);
  EXPECT_EQ(votes[0].log.label_votes, votes[1].log.label_votes);
  EXPECT_EQ(votes[0].log.radius, votes[1].log.radius);
}

TEST_F(AgreementTest, CountsEveryDrawWithAnotherVote) {
  constexpr float kBy = 0.1F;
  Counters counters;
  counters.push_back(counter(test::plane_engine()));
  counters.push_back(counter(moved_plane_engine(kBy)));
  std::int64_t changed = 0;
  const auto plane = test::plane_engine();
  const auto moved = moved_plane_engine(kBy);
  std::vector<int> a(170), b(170);
  for (const std::int64_t index : images_) {
    const Image image = data_.get(index);
    const NoiseKey key{.seed = 3, .image = static_cast<std::uint64_t>(index), .purpose = Purpose::kVotes};
    plane->classify(image.view(), 0.5F, key, 0, a);
    moved->classify(image.view(), 0.5F, key, 0, b);
    for (std::size_t i = 0; i < a.size(); ++i) changed += a[i] != b[i] ? 1 : 0;
  }
  EXPECT_GT(changed, 20);
  const auto votes = compare(counters);
  EXPECT_EQ(votes[0].changed, 0);
  EXPECT_EQ(votes[1].changed, changed);
}

TEST_F(AgreementTest, TakesADrawWithoutAVoteForAChange) {
  Counters counters;
  counters.push_back(counter(test::plane_engine()));
  counters.push_back(counter(silent_engine()));
  EXPECT_GT(compare(counters)[1].changed, 0);
}

TEST_F(AgreementTest, LogsWhatTheJobRecords) {
  Counters counters;
  counters.push_back(counter(test::plane_engine()));
  counters.push_back(counter(moved_plane_engine(0.3F)));
  const auto votes = compare(counters);
  const auto alone = counter(moved_plane_engine(0.3F));
  for (std::size_t row = 0; row < images_.size(); ++row) {
    const CertificationRecord record =
        run_on_image(*top_class_procedure(20, budget_), *alone, data_.get(images_[row]), images_[row], 3);
    EXPECT_EQ(votes[1].log.idx[row], record.idx);
    EXPECT_EQ(votes[1].log.radius[row], record.radius);
  }
  EXPECT_EQ(votes[1].log.column_n, 150);
}

TEST_F(AgreementTest, LeavesListenersAsTheyWereAndStopsWhenAsked) {
  Counters counters;
  counters.push_back(counter(test::plane_engine()));
  std::int64_t before = 0;
  counters[0]->on_draws = [&](std::int64_t draws) { before += draws; };
  std::int64_t seen = 0;
  std::atomic<bool> stop = false;
  counters[0]->stop = &stop;
  const auto run = [&] {
    compare_engines(20, budget_, 3, counters, data_, images_, SteadyClock(), [&](std::int64_t draws) {
      seen += draws;
      stop = seen >= 500;
    });
  };
  EXPECT_THROW(run(), Interrupted);
  EXPECT_GE(seen, 500);
  EXPECT_EQ(before, 0);
  stop = false;
  counters[0]->count(data_.get(0).view(), 0.5F, {}, 0, 10);
  EXPECT_EQ(before, 10);
}

}  // namespace
}  // namespace certus
