#include "certus/metrics/pair_comparison.h"

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

}  // namespace
}  // namespace certus
