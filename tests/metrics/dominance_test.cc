#include "certus/metrics/dominance.h"

#include <map>

#include "support/logs.h"

namespace certus {
namespace {

Dominance compare(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  const PaDistribution first(test::log_of_votes(a, 100), 100);
  const PaDistribution second(test::log_of_votes(b, 100), 100);
  return compare_distributions(first, second, joint_steps(first, second));
}

TEST(Dominance, HoldsWhenOneCurveIsNeverBelow) {
  EXPECT_EQ(compare({60, 80, 95}, {60, 80, 90}).relation, Relation::kBetter);
  EXPECT_EQ(compare({60, 80, 90}, {60, 80, 95}).relation, Relation::kWorse);
  EXPECT_EQ(compare({60, 80, 90}, {90, 60, 80}).relation, Relation::kEqual);
}

TEST(Dominance, IgnoresWhatLiesBelowOneHalf) {
  EXPECT_EQ(compare({10, 80}, {40, 80}).relation, Relation::kEqual);
}

TEST(Dominance, TellsWhereCurvesCross) {
  const Dominance d = compare({60, 60, 95}, {70, 70, 80});
  EXPECT_EQ(d.relation, Relation::kCrosses);
  ASSERT_EQ(d.a_below.size(), 1u);
  EXPECT_EQ(d.a_below[0].from, 0.6);
  EXPECT_EQ(d.a_below[0].to, 0.7);
  ASSERT_EQ(d.b_below.size(), 1u);
  EXPECT_EQ(d.b_below[0].from, 0.8);
  EXPECT_EQ(d.b_below[0].to, 0.95);
  EXPECT_EQ(d.crossings, std::vector<double>{0.8});
  EXPECT_NEAR(d.largest_deficit, 2.0 / 3.0, 1e-12);
  EXPECT_EQ(d.deficit_at, 0.7);
  EXPECT_NEAR(d.largest_lead, 1.0 / 3.0, 1e-12);
}

TEST(Dominance, TheRelationAloneIsThatOfTheWholeComparison) {
  // Every pair of three images out of these votes: ties, steps at 1/2, below it and at 1, all relations.
  const std::vector<std::int64_t> votes{10, 50, 51, 80, 100};
  std::vector<std::vector<std::int64_t>> logs;
  for (const std::int64_t a : votes)
    for (const std::int64_t b : votes)
      for (const std::int64_t c : votes) logs.push_back({a, b, c});
  logs.push_back({80, 100});
  std::map<Relation, int> seen;
  for (const auto& a : logs) {
    for (const auto& b : logs) {
      const Relation expected = compare(a, b).relation;
      const PaDistribution first(test::log_of_votes(a, 100), 100);
      const PaDistribution second(test::log_of_votes(b, 100), 100);
      ASSERT_EQ(relation_between(first, second), expected)
          << ::testing::PrintToString(a) << " against " << ::testing::PrintToString(b);
      ++seen[expected];
    }
  }
  EXPECT_EQ(seen.size(), 4u);
}

TEST(Dominance, TheRelationAloneMissesNoStepBetweenItsMilestones) {
  // Logs of many images, most of them copies of one another but for a few votes: who is ahead is often
  // decided by a single step between two milestones.
  constexpr std::int64_t kVotes = 100'000;
  std::uint64_t state = 1;
  const auto random = [&](std::int64_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((state >> 33) % static_cast<std::uint64_t>(below));
  };
  std::vector<std::vector<std::int64_t>> logs;
  for (int family = 0; family < 5; ++family) {
    std::vector<std::int64_t> votes;
    for (int i = 0; i < 300; ++i) votes.push_back(kVotes - random(kVotes / (1 + 20 * (i % 3))));
    for (int copy = 0; copy < 6; ++copy) {
      logs.push_back(votes);
      for (int change = 0; change < copy; ++change) {
        auto& changed = logs.back()[static_cast<std::size_t>(random(300))];
        changed = std::min(kVotes, std::max<std::int64_t>(0, changed + random(41) - 20));
      }
    }
    votes.resize(200);
    logs.push_back(votes);
  }
  std::vector<PaDistribution> p_a;
  for (const auto& votes : logs) p_a.emplace_back(test::log_of_votes(votes, kVotes), kVotes);
  std::map<Relation, int> seen;
  for (const PaDistribution& a : p_a) {
    for (const PaDistribution& b : p_a) {
      const Relation expected = compare_distributions(a, b, joint_steps(a, b)).relation;
      ASSERT_EQ(relation_between(a, b), expected);
      ++seen[expected];
    }
  }
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_GT(seen[Relation::kBetter], 20);
}

TEST(Dominance, ComparesSharesOfDifferentNumbersOfImages) {
  EXPECT_EQ(compare({90, 60}, {90, 90, 60, 60}).relation, Relation::kEqual);
  EXPECT_EQ(compare({90, 90, 60}, {90, 60}).relation, Relation::kBetter);
}

}  // namespace
}  // namespace certus
