#include "certus/report/pair_summary.h"

#include "support/loaded_logs.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<PairComparison> compared(const std::vector<LoadedLog>& logs) {
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, {}, [&](const PairComparison& pair) { pairs.push_back(pair); });
  return pairs;
}

/// A log of 400 images with the same votes of 1,000.
LoadedLog even(const std::string& path, std::int64_t votes, double sigma = 0.5) {
  return test::loaded_votes(path, sigma, std::vector<std::int64_t>(400, votes));
}

/// 200 images with many votes, 200 with few: crosses whatever lies between.
LoadedLog split(const std::string& path) {
  std::vector<std::int64_t> votes(200, 990);
  votes.resize(400, 560);
  return test::loaded_votes(path, 0.5, votes);
}

TEST(PairSummary, SaysWhatTheImagesConfirmAndWhatTheyLeaveOpen) {
  LoadedLog slightly = even("slightly", 900);
  slightly.log.label_votes[0] = 901;  // one image is not enough to be sure
  const std::vector<LoadedLog> logs{even("good", 950), even("plain", 900), slightly, split("split")};
  const auto groups = compared_groups(logs, compared(logs));
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_THAT(
      pair_summary(groups[0], {"good", "plain", "slightly", "split"}),
      ElementsAre(
          "Sigma 0.5: 6 pairs of 4 logs.",
          "  Confirmed at every p that the shared images can decide (2 pairs): good dominates plain "
          "(0.901-0.944) and slightly (0.901-0.944).",
          "  Confirmed that each is ahead at some p (3 pairs): good crosses split; plain crosses split; "
          "slightly crosses split.",
          "  Not decided, though one curve is never below the other (1 pair): slightly above plain."));
  const std::string matrix =
      render(pair_matrix(groups[0], {"good", "plain", "slightly", "split"}), Format::kText);
  EXPECT_THAT(matrix, HasSubstr("[1] good        .    >    >    x\n"));
  EXPECT_THAT(matrix, HasSubstr("[2] plain       <    .   <?    x\n"));
  EXPECT_THAT(matrix, HasSubstr("[3] slightly    <   >?    .    x\n"));
  EXPECT_THAT(matrix, HasSubstr("[4] split       x    x    x    .\n"));
}

TEST(PairSummary, NamesTheRangeOfWhatIsConfirmed) {
  // Ahead up to 0.7; beyond, 100 images on either side.
  std::vector<std::int64_t> a(200, 700), b(200, 400);
  for (int i = 0; i < 100; ++i) {
    a.insert(a.end(), {990, 300});
    b.insert(b.end(), {300, 990});
  }
  std::vector<std::int64_t> all(400, 1000);
  const std::vector<LoadedLog> logs{test::loaded_votes("a", 0.5, a), test::loaded_votes("b", 0.5, b),
                                    test::loaded_votes("all", 0.5, all)};
  const auto groups = compared_groups(logs, compared(logs));
  const std::string table = render(pair_table(groups[0], {"a", "b", "all"}), Format::kText);
  EXPECT_THAT(table, HasSubstr("undecided, first to 0.688"));
  EXPECT_THAT(table, HasSubstr("dominated 0.500-1"));
  EXPECT_THAT(pair_summary(groups[0], {"a", "b", "all"})[1], HasSubstr("all dominates a and b."));
}

TEST(PairSummary, GroupsBySigmaAndLeavesOutLogsThatAreAlone) {
  const std::vector<LoadedLog> logs{even("a", 950, 0.25), even("b", 900, 0.5), even("c", 900, 0.25)};
  const auto groups = compared_groups(logs, compared(logs));
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].sigma, 0.25);
  EXPECT_EQ(groups[0].members, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(groups[0].pairs.size(), 1u);
}

TEST(PairSummary, TellsWhyAPairIsNotTested) {
  LoadedLog other = even("other", 900);
  other.log.label[7] = 3;
  const std::vector<LoadedLog> logs{even("good", 950), other};
  const auto groups = compared_groups(logs, compared(logs));
  EXPECT_THAT(pair_summary(groups[0], {"good", "other"}),
              ElementsAre("Sigma 0.5: 1 pair of 2 logs.",
                          "  Not tested, because the labels differ (1 pair): good with other."));
  EXPECT_THAT(render(pair_table(groups[0], {"good", "other"}), Format::kText),
              HasSubstr("none: labels differ"));
}

TEST(WidestIntervalText, ShowsTheWidestWithDigitsThatTellItsEndsApart) {
  const std::vector<PInterval> several{{0.5, 0.51}, {0.504, 0.71}, {0.9995, 1.0}};
  EXPECT_EQ(widest_interval_text(several), "0.504-0.710 (+2)");
  const std::vector<PInterval> narrow{{0.97702, 0.97704}};
  EXPECT_EQ(widest_interval_text(narrow), "0.97702-0.97704");
  const std::vector<PInterval> near_one{{0.99995, 1.0}};
  EXPECT_EQ(widest_interval_text(near_one), "0.99995-1");
  const std::vector<PInterval> point{{0.75, 0.75}};
  EXPECT_EQ(widest_interval_text(point), "0.750");
  EXPECT_EQ(widest_interval_text({}), "-");
}

}  // namespace
}  // namespace certus
