#include "certus/metrics/pair_comparison.h"

#include <algorithm>
#include <utility>

#include "support/loaded_logs.h"

namespace certus {
namespace {

TEST(PairComparison, StoppedImagesAreComparedByTheirSharesAndNotTested) {
  const std::vector<LoadedLog> logs{test::loaded_stopped("a", {{40, 40}, {90, 100}}),
                                    test::loaded_votes("b", 0.5, {950, 850}),
                                    test::loaded_votes("c", 0.5, {950, 800})};
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) { pairs.push_back(pair); });
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].dominance.relation, Relation::kBetter);
  EXPECT_EQ(pairs[0].dominance.lead_at, 0.9);
  EXPECT_FALSE(pairs[0].test);
  EXPECT_FALSE(pairs[1].test);
  EXPECT_TRUE(pairs[2].test);  // of b and c
}

TEST(PairComparison, LogsWhoseLabelsDifferOrThatShareNoImageAreNotTested) {
  std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, {950, 850}),
                              test::loaded_votes("b", 0.5, {950, 800}),
                              test::loaded_votes("c", 0.5, {900, 800})};
  logs[1].log.label[1] = logs[1].log.predicted[1] = 4;
  logs[2].log.idx = {7, 8};
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<NoTest> reasons;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) {
    EXPECT_FALSE(pair.test);
    reasons.push_back(pair.no_test);
  });
  EXPECT_EQ(reasons,
            (std::vector<NoTest>{NoTest::kLabelsDiffer, NoTest::kNoSharedImages, NoTest::kNoSharedImages}));
}

/// Logs of another program do not tell votes of images that abstained.
LoadedLog without_counts(LoadedLog loaded) {
  loaded.log.column_n.reset();
  for (std::size_t i = 0; i < loaded.log.rows(); ++i) {
    if (loaded.log.is_abstained(i)) loaded.log.label_votes[i] = CertificationLog::kUnknownVotes;
  }
  return loaded;
}

TEST(PairComparison, StartsWhereBothLogsTellOfEveryImage) {
  // 510 of 1000 votes abstain: these images reach p = 1/2, which only counts tell.
  std::vector<std::int64_t> abstaining(60, 510), certified(60, 505);
  for (int i = 0; i < 40; ++i) {
    abstaining.push_back(700);
    certified.push_back(900);
  }
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, abstaining),
                                    test::loaded_votes("b", 0.5, certified),
                                    without_counts(test::loaded_votes("c", 0.5, abstaining))};
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) { pairs.push_back(pair); });
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].test->points.front().p, 0.5);
  EXPECT_EQ(pairs[0].test->points.front().only_a, 0);
  const double certifies = static_cast<double>(*k_min(0.0, logs[2].budget())) / 1000.0;
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(pairs[i].test->points.front().p, certifies);
    EXPECT_GT(pairs[i].test->points[1].p, certifies);
    EXPECT_EQ(pairs[i].test->points.front().only_a, 0);
    EXPECT_EQ(pairs[i].test->points.front().only_b, 0);
    EXPECT_EQ(pairs[i].test->points.back().p, 1.0);
  }
  EXPECT_EQ(pairs[2].test->verdict, Verdict::kDominates);  // 900 against 700 votes
}

TEST(PairComparison, LogsOfOneGroupAreNotComparedAndPairsComeInOrder) {
  std::vector<LoadedLog> logs;
  std::vector<PaDistribution> p_a;
  PairComparisonOptions options;
  for (std::int64_t i = 0; i < 40; ++i) {
    logs.push_back(test::loaded_votes("log", 0.5, {600 + i, 700 - 3 * i, 900}));
    p_a.emplace_back(logs.back().log, logs.back().budget().n);
    options.groups.push_back(static_cast<std::size_t>(i / 2));
  }
  std::vector<PairComparison> pairs;
  const auto keep = [&](const PairComparison& pair) { pairs.push_back(pair); };
  compare_pairs(logs, p_a, options, keep);
  ASSERT_EQ(pairs.size(), 40u * 39u / 2u - 20u);
  for (std::size_t i = 1; i < pairs.size(); ++i)
    EXPECT_LT(std::pair(pairs[i - 1].a, pairs[i - 1].b), std::pair(pairs[i].a, pairs[i].b));
  const std::vector<PairComparison> whole = std::exchange(pairs, {});
  options.only_relation = true;
  compare_pairs(logs, p_a, options, keep);
  ASSERT_EQ(pairs.size(), whole.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_NE(pairs[i].a / 2, pairs[i].b / 2);
    EXPECT_EQ(pairs[i].dominance.relation, whole[i].dominance.relation);
    EXPECT_EQ(pairs[i].test->verdict, whole[i].test->verdict);
  }
}

TEST(PairComparison, TheTestIsOfImagesNotOfRows) {
  std::vector<std::int64_t> good, bad;
  for (std::int64_t i = 0; i < 60; ++i) {
    good.push_back(700 + 5 * i);
    bad.push_back(400 + 7 * i);
  }
  std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, good), test::loaded_votes("b", 0.5, bad),
                              test::loaded_votes("c", 0.5, bad)};
  CertificationLog& turned = logs[2].log;  // b once more, from its last row to its first
  std::reverse(turned.idx.begin(), turned.idx.end());
  std::reverse(turned.label_votes.begin(), turned.label_votes.end());
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) { pairs.push_back(pair); });
  ASSERT_EQ(pairs.size(), 3u);
  const PairedTest& same_rows = *pairs[0].test;
  const PairedTest& other_rows = *pairs[1].test;
  EXPECT_EQ(same_rows.verdict, Verdict::kDominates);
  EXPECT_EQ(other_rows.verdict, Verdict::kDominates);
  EXPECT_EQ(same_rows.images, 60);
  EXPECT_EQ(other_rows.images, 60);
  EXPECT_EQ(same_rows.level, other_rows.level);
  for (std::size_t i = 0; i < same_rows.points.size(); ++i) {
    EXPECT_EQ(same_rows.points[i].only_a, other_rows.points[i].only_a);
    EXPECT_EQ(same_rows.points[i].decided, other_rows.points[i].decided);
  }
  EXPECT_EQ(pairs[2].test->points[10].only_a, 0);  // b against itself
}

}  // namespace
}  // namespace certus
