#include "certus/metrics/log_comparison.h"

#include "certus/metrics/paired_change.h"
#include "support/loaded_logs.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::vector<std::int64_t> kVotes{1000, 900, 800, 100};

TEST(LogSet, SaysWhatSpeaksAgainstItAndRefusesNothing) {
  LoadedLog other = test::loaded_votes("b.tsv", 0.5, kVotes);
  other.n.value = 2000;
  const LogSet set = make_log_set({test::loaded_votes("a.tsv", 0.5, kVotes), other}, {"a", "b"});
  EXPECT_THAT(set.groups, SizeIs(2));
  EXPECT_THAT(set.incomparable, SizeIs(1));
  EXPECT_THAT(set.unlike_seeds, IsEmpty());
  EXPECT_EQ(set.warnings(), set.incomparable);
  EXPECT_THAT(
      make_log_set({test::loaded_votes("a.tsv", 0.5, kVotes), other}, {"a", "b"}, {.n = 100}).warnings(),
      IsEmpty());
}

TEST(LogSet, NamesTheMethodsOfASweepWithoutItsSetting) {
  const std::vector<std::string> paths{"x/ours/steps=4/noise_0.5.tsv", "x/ours/steps=8/noise_0.5.tsv"};
  EXPECT_THAT(swept_method_names(paths, "steps"), ElementsAre("ours", "ours"));
}

TEST(LogComparison, ComparesLogsOfOneSigmaThatAreNotSeedsOfOneMethod) {
  const LogComparison found =
      compare_logs(make_log_set({test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, kVotes),
                                 test::loaded_votes("a/seed-2/noise_0.5.tsv", 0.5, kVotes),
                                 test::loaded_votes("b/seed-1/noise_0.5.tsv", 0.5, {900, 800, 700, 0}),
                                 test::loaded_votes("b/seed-1/noise_1.0.tsv", 1.0, kVotes)},
                                {"a", "a", "b", "b"}));
  ASSERT_THAT(found.pairs, SizeIs(2));
  EXPECT_EQ(found.pairs[0].b, 2u);
  EXPECT_EQ(found.pairs[0].dominance.relation, Relation::kBetter);
  EXPECT_FALSE(found.images_stopped);
  EXPECT_FALSE(found.best_over_sigma.empty());
}

TEST(LogComparison, GivesTheChangeOfAPairWithABand) {
  LogSet set = make_log_set(
      {test::loaded_votes("a", 0.5, kVotes), test::loaded_votes("b", 0.5, {900, 1000, 1000, 100})},
      {"a", "b"});
  const LogComparison found = compare_logs(set, {.confidence = 0.9, .radii = {0.0, 0.5, 1.0}});
  ASSERT_THAT(found.pairs, SizeIs(1));
  const auto& accuracy = found.pairs[0].certified_accuracy_change;
  ASSERT_THAT(accuracy, SizeIs(3));
  EXPECT_EQ(accuracy[1].value, 0.25);  // 900 votes certify 0.5, 800 do not
  EXPECT_EQ(accuracy[1].upper, paired_change(0.5, 0, 1, 4, 1.0 - 0.1 / 3.0).upper);
  const auto& p_a = found.pairs[0].p_a_change;
  ASSERT_EQ(p_a.size(), found.pairs[0].test->points.size());
  EXPECT_EQ(p_a.back().value, 0.25);  // one image has all votes with a, two with b
  EXPECT_EQ(p_a.back().lower, paired_change(1.0, 1, 2, 4, 1.0 - 0.1 / static_cast<double>(p_a.size())).lower);
  EXPECT_THAT(compare_logs(set, {.most_bands = 0}).pairs[0].p_a_change, IsEmpty());
}

TEST(LogComparison, SaysWhenImagesStopped) {
  EXPECT_TRUE(compare_logs(
                  make_log_set({test::loaded_stopped("a", {{30, 40}}), test::loaded_stopped("b", {{30, 40}})},
                               {"a", "b"}))
                  .images_stopped);
}

}  // namespace
}  // namespace certus
