#include "certus/report/method_table.h"

#include <cmath>

#include "certus/metrics/acr.h"
#include "certus/report/json_values.h"
#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using test::error_of;
using ::testing::HasSubstr;

std::string text_of(const std::vector<Marks>& marks) {
  std::string out;
  for (const Marks& m : marks)
    out += std::string(m.best ? "b" : "") + (m.second ? "s" : "") + (m.worse ? "w" : "") + ",";
  return out;
}

TEST(MethodTable, MarksBestAndSecondWithAllTheirEquals) {
  EXPECT_EQ(text_of(marks_of(std::vector<double>{3, 1, 3, 2, 2}, {})), "b,,b,s,s,");
  EXPECT_EQ(text_of(marks_of(std::vector<double>{3, 3}, {})), "b,b,");
  EXPECT_EQ(text_of(marks_of(std::vector<double>{3}, {})), "b,");
}

TEST(MethodTable, MarksWhatIsWorseThanTheBaseline) {
  EXPECT_EQ(text_of(marks_of(std::vector<double>{3, 2, 4, 3}, 0)), "s,w,b,s,");
  EXPECT_EQ(text_of(marks_of(std::vector<double>{4, 2, 3, 3}, 0)), "b,w,sw,sw,");
}

TEST(MethodTable, NothingCertifiedGetsNoMark) {
  EXPECT_EQ(text_of(marks_of(std::vector<double>{0, 0}, 0)), ",,");
  EXPECT_EQ(text_of(marks_of(std::vector<double>{1, 0, NAN}, 0)), "b,,,");
}

std::vector<LoadedLog> logs() {
  return {test::loaded_votes("a/noise_1.0.tsv", 1.0, {1000, 700, 0, 0}),
          test::loaded_votes("a/noise_0.25.tsv", 0.25, {1000, 990, 0, 0}),
          test::loaded_votes("b/noise_0.25.tsv", 0.25, {900, 800, 700, 0})};
}
const std::vector<std::string> kMethods{"a", "a", "b"};

TEST(MethodTable, HasARowForEachLogGroupedByRisingSigma) {
  const auto given = logs();
  const Document document =
      method_table(given, kMethods, {.change = {}, .radii = {0.0, 0.5}, .p = {0.99}, .baseline = "a"});
  const Table& table = std::get<Table>(document.blocks.at(0));
  EXPECT_EQ(table.header,
            (std::vector<std::string>{"\u03c3", "method", "ACR", "0.00", "0.50", "p_A \u2265 0.99"}));
  EXPECT_EQ(table.group_starts, std::vector<std::size_t>{2});
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][0].text, "0.25");
  EXPECT_EQ(table.rows[1][0].text, "");
  EXPECT_EQ(table.rows[1][0].csv, "0.25");
  EXPECT_EQ(table.rows[2][0].text, "1");
  EXPECT_EQ(table.rows[0][3].text, "50.0");
  EXPECT_TRUE(table.rows[1][3].marks.best);  // b certifies three of four
  EXPECT_TRUE(table.rows[0][3].marks.second);
  EXPECT_FALSE(table.rows[0][3].marks.worse);
  EXPECT_TRUE(table.rows[1][2].marks.worse);  // and has the smaller ACR
  EXPECT_EQ(table.rows[0][5].text, "50.0");
  EXPECT_EQ(json_in(document)["groups"][0]["rows"][0]["acr"]["value"],
            average_certified_radius(given[1].log));
  EXPECT_EQ(json_in(document)["groups"][0]["rows"][1]["certified_accuracy"][0]["marks"][0], "best");
  EXPECT_EQ(json_in(document)["groups"][1]["sigma"], 1.0);
}

TEST(MethodTable, ShowsAnotherBudget) {
  const auto given = logs();
  const BudgetChange change{.n = 100, .alpha = {}};
  const Document document =
      method_table(given, kMethods, {.change = change, .radii = {0.0}, .p = {}, .baseline = {}});
  EXPECT_EQ(json_in(document)["groups"][0]["rows"][0]["acr"]["value"], *acr_at(given[1], change));
  EXPECT_THAT(std::get<Table>(document.blocks.at(0)).title,
              HasSubstr("n = 100, alpha = 0.001, converted by plug-in from n = 1,000"));
}

TEST(MethodTable, TellsAnUnknownBaseline) {
  const auto given = logs();
  EXPECT_EQ(error_of([&] {
              method_table(given, kMethods, {.change = {}, .radii = {0.0}, .p = {}, .baseline = "gauss"});
            }),
            "the baseline is 'gauss', expected one of a, b");
}

TEST(MethodTable, SeedsAreOneRowOfMeansAndDeviations) {
  const std::vector<LoadedLog> given{
      test::loaded_votes("a/seed-0/noise_0.5.tsv", 0.5, {1000, 1000, 0, 0}),
      test::loaded_votes("b/noise_0.5.tsv", 0.5, {1000, 1000, 0, 0}),
      test::loaded_votes("a/seed-1/noise_0.5.tsv", 0.5, {1000, 1000, 1000, 0}),
      test::loaded_votes("a/seed-2/noise_0.5.tsv", 0.5, {1000, 1000, 1000, 1000})};
  const std::vector<std::string> names{"a", "b", "a", "a"};
  const Document document =
      method_table(given, names, {.change = {}, .radii = {0.0}, .p = {}, .baseline = "a"});
  const Table& table = std::get<Table>(document.blocks.at(0));
  EXPECT_EQ(table.header, (std::vector<std::string>{"\u03c3", "method", "seeds", "ACR", "0.00"}));
  EXPECT_EQ(table.left_columns, 3u);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][2].text, "3");
  EXPECT_EQ(table.rows[0][4].text, "75.0 \u00b1 25.0");
  EXPECT_EQ(table.rows[0][4].csv_deviation, "25");
  EXPECT_TRUE(table.rows[0][4].marks.best);
  EXPECT_EQ(table.rows[1][2].text, "1");
  EXPECT_EQ(table.rows[1][4].text, "50.0");
  EXPECT_TRUE(table.rows[1][4].marks.worse);
  EXPECT_THAT(std::get<std::string>(document.blocks.at(1)), HasSubstr("not a confidence interval"));
  const Json& row = json_in(document)["groups"][0]["rows"][0];
  EXPECT_EQ(row["members"].size(), 3u);
  EXPECT_EQ(row["members"][1]["log"], "a/seed-1/noise_0.5.tsv");
  EXPECT_EQ(row["members"][1]["seed"], "1");
  EXPECT_EQ(row["certified_accuracy"][0]["values"], Json({0.5, 0.75, 1.0}));
  EXPECT_EQ(row["certified_accuracy"][0]["deviation"], 0.25);
  EXPECT_FALSE(row.contains("log"));
  EXPECT_EQ(json_in(document)["groups"][0]["rows"][1]["log"], "b/noise_0.5.tsv");
}

TEST(MethodTable, ASweepHasARowForEachValueByRisingValue) {
  const std::vector<LoadedLog> given{test::loaded_votes("a/s=10/noise_0.5.tsv", 0.5, {1000, 0}),
                                     test::loaded_votes("a/s=2/noise_0.5.tsv", 0.5, {1000, 1000})};
  const auto groups =
      log_groups(given, std::vector<std::string>{"a", "a"}, std::vector<std::string>{"10", "2"});
  const Document document =
      method_table(given, groups, {.change = {}, .radii = {0.0}, .p = {}, .baseline = {}, .by = "s"});
  const Table& table = std::get<Table>(document.blocks.at(0));
  EXPECT_EQ(table.header, (std::vector<std::string>{"\u03c3", "method", "s", "ACR", "0.00"}));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][2].text, "2");
  EXPECT_EQ(table.rows[0][4].text, "100.0");
  EXPECT_EQ(table.rows[1][2].text, "10");
  EXPECT_EQ(json_in(document)["by"], "s");
  EXPECT_EQ(json_in(document)["groups"][0]["rows"][1]["value"], "10");
}

}  // namespace
}  // namespace certus
