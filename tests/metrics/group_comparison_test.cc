#include "certus/metrics/group_comparison.h"

#include "support/loaded_logs.h"

namespace certus {
namespace {

/// Votes of 40 images, of which all have `votes` and the first ten `first`.
LoadedLog log_of(const std::string& path, std::int64_t votes, std::int64_t first) {
  std::vector<std::int64_t> all(40, votes);
  std::fill(all.begin(), all.begin() + 10, first);
  return test::loaded_votes(path, 0.5, all);
}

std::vector<PairComparison> all_pairs(const std::vector<LoadedLog>& logs) {
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) { pairs.push_back(pair); });
  return pairs;
}

TEST(GroupComparison, CountsPairsOfSeedsFromTheFirstGroupsSide) {
  // b's first seed is in front of a's: pairs come in both directions.
  const std::vector<LoadedLog> logs{
      log_of("b/seed-0/noise_0.5.tsv", 600, 600), log_of("a/seed-0/noise_0.5.tsv", 900, 900),
      log_of("a/seed-1/noise_0.5.tsv", 900, 550), log_of("b/seed-1/noise_0.5.tsv", 600, 950)};
  const std::vector<std::string> names{"b", "a", "a", "b"};
  const auto groups = log_groups(logs, names);
  const auto comparisons = compare_groups(groups, all_pairs(logs));
  ASSERT_EQ(comparisons.size(), 1u);
  const GroupComparison& c = comparisons[0];
  EXPECT_EQ(groups[c.a].method, "b");
  EXPECT_EQ(groups[c.b].method, "a");
  EXPECT_EQ(c.pairs, 4u);
  EXPECT_EQ(c.worse, 1u);    // 600 everywhere against 900 everywhere
  EXPECT_EQ(c.crosses, 3u);  // the others have images on both sides
  EXPECT_EQ(c.better, 0u);
  EXPECT_EQ(c.tested, 4u);
  EXPECT_EQ(c.dominated, 1u);
  EXPECT_EQ(relations_text(c), "crosses in 3 of 4 pairs of seeds, worse in 1");
}

TEST(GroupComparison, NeverSetsSeedsOfOneMethodAgainstEachOther) {
  const std::vector<LoadedLog> logs{log_of("a/seed-0/noise_0.5.tsv", 900, 900),
                                    log_of("a/seed-1/noise_0.5.tsv", 600, 600)};
  const auto groups = log_groups(logs, std::vector<std::string>{"a", "a"});
  EXPECT_TRUE(compare_groups(groups, all_pairs(logs)).empty());
  EXPECT_TRUE(are_of_one_group(groups, 0, 1));
}

TEST(GroupComparison, SaysHowManyVerdictsHold) {
  const GroupComparison c{.a = 0, .b = 1, .pairs = 9, .better = 9, .tested = 9, .dominates = 7};
  EXPECT_EQ(relations_text(c), "better in 9 of 9 pairs of seeds");
  EXPECT_EQ(verdicts_text(c), "dominates in 7 of 9, undecided in 2");
  EXPECT_EQ(verdicts_text({.a = 0, .b = 1, .pairs = 1, .better = 1}), "");
}

}  // namespace
}  // namespace certus
