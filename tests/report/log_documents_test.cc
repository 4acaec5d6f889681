#include "certus/base/number_text.h"
#include "certus/metrics/acr.h"
#include "certus/report/audit_document.h"
#include "certus/report/comparison_document.h"
#include "certus/report/conversion_document.h"
#include "certus/report/curve_document.h"
#include "certus/report/evaluation_document.h"
#include "certus/report/json_values.h"
#include "certus/report/log_set_figures.h"
#include "certus/report/method_table.h"
#include "certus/report/plan_document.h"
#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::int64_t> kVotes{1000, 900, 800, 100};

ReadLogs two_logs() {
  return {.logs = {test::loaded_votes("a.tsv", 0.5, kVotes),
                   test::loaded_votes("b.tsv", 0.5, {900, 800, 700, 0})},
          .unread = {{"c.tsv", Error(ErrorKind::kFile, "c.tsv: cannot be opened")}}};
}

TEST(EvaluationDocument, HasARowPerLogAndNamesWhatCouldNotBeRead) {
  const Document document = evaluation_document(evaluate_logs(two_logs(), {"first", "second"}, {}));
  const std::string text = render(document, Format::kText);
  EXPECT_THAT(text, HasSubstr("WARNING: 1 log cannot be read and is left out: c.tsv"));
  EXPECT_THAT(text, HasSubstr("Certified accuracy %, at radius"));
  EXPECT_THAT(text, HasSubstr("second"));
  ASSERT_EQ(json_in(document).size(), 3u);
  EXPECT_EQ(json_in(document)[0]["name"], "first");
  EXPECT_EQ(json_in(document)[0]["clean_accuracy"], 0.75);
  EXPECT_EQ(json_in(document)[2]["error"], "c.tsv: cannot be opened");
}

TEST(EvaluationDocument, OfOneLogHasIntervals) {
  ReadLogs one = two_logs();
  one.logs.pop_back();
  const Document document = evaluation_document(evaluate_logs(std::move(one), {"a"}, {.per_class = true}));
  const std::string text = render(document, Format::kText, 1000);
  EXPECT_THAT(text, HasSubstr("Certified accuracy % (exact 95.0 % intervals over the test images)"));
  EXPECT_THAT(text, HasSubstr("Worst class in clean accuracy: "));
  EXPECT_THAT(text, HasSubstr("; smallest true value over the classes, 95.0 % interval: "));
  EXPECT_TRUE(json_in(document)[0].contains("per_class"));
}

TEST(ComparisonDocument, ListsPairsUpToANumber) {
  ReadLogs read = two_logs();
  const LogComparison found = compare_logs(make_log_set(std::move(read.logs), {"a", "b"}));
  const std::string all = render(comparison_document(found), Format::kText);
  EXPECT_THAT(all, Not(HasSubstr("lists the 1 pairs")));
  const Document few = comparison_document(found, {.most_pairs = 0, .listing = "This"});
  EXPECT_THAT(render(few, Format::kText), HasSubstr("This the 1 pairs with the intervals of p"));
  EXPECT_EQ(json_in(few)["dominates"].size(), 1u);
}

TEST(ConversionDocument, HasColumnsForEveryMethod) {
  const LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, kVotes);
  const Document document = conversion_document(loaded, convert_log(loaded, {.change = {.n = 100}}));
  EXPECT_EQ(std::get<Table>(document.blocks.front()).header.size(), 12u);
  EXPECT_THAT(render(document, Format::kText), HasSubstr("for every distribution of p_A"));
  EXPECT_TRUE(json_in(document)["methods"][3]["certified_accuracy"][0]["value"].is_null());
  EXPECT_EQ(json_in(document)["methods"].size(), 4u);
  EXPECT_EQ(json_in(document)["methods"][0]["certified_accuracy"][0]["extrapolated"], false);
}

TEST(LogDocuments, AcrOfRoundedRadiiIsWhatIsProvenWithWhatRoundingLeavesOpen) {
  const test::TempDir dir;
  const std::string path = dir.write("noise_0.5.tsv",
                                     "idx\tlabel\tpredict\tradius\tcorrect\ttime\n"
                                     "0\t1\t1\t1.91\t1\tx\n1\t1\t1\t1.15\t1\tx\n")
                               .string();
  const BudgetOptions budget{.sigma = 0.5, .n = 100'000, .alpha = 0.001};
  const LoadedLog loaded = load_log(path, budget);
  const std::string proven = fixed_text(average_certified_radius(loaded.log), 4);
  const std::string most = fixed_text(most_average_radius(loaded.log), 4);

  const Document evaluated = evaluation_document(evaluate_logs({.logs = {loaded}}, {"a"}, {}));
  const Json& log = json_in(evaluated)[0];
  EXPECT_EQ(log["acr"], average_certified_radius(loaded.log));
  EXPECT_EQ(log["acr_most"], most_average_radius(loaded.log));
  EXPECT_NEAR(log["acr_as_printed"].get<double>(), 1.53, 1e-12);
  EXPECT_THAT(render(evaluated, Format::kText), HasSubstr("ACR at most"));

  const Document converted = conversion_document(loaded, convert_log(loaded, {}));
  EXPECT_THAT(render(converted, Format::kText), HasSubstr(", from " + proven + " to " + most + " (not for"));

  const std::vector<std::string> method{"a"};
  const Document table = method_table(std::vector{loaded}, method, {});
  EXPECT_EQ(json_in(table)["groups"][0]["rows"][0]["acr"]["value"], log["acr"]);
  EXPECT_EQ(json_in(table)["groups"][0]["rows"][0]["acr"]["most"], log["acr_most"]);
  EXPECT_THAT(render(table, Format::kText), HasSubstr("ACR would be at most "));

  const Document audited = audit_document(audit_logs({path}, {.claimed = budget}), {}, {"a"});
  EXPECT_NEAR(json_in(audited)[0]["rounding"]["acr_derounded_min"].get<double>(), log["acr"].get<double>(),
              1e-12);
  EXPECT_THAT(render(audited, Format::kText), HasSubstr("as printed"));

  const LoadedLog printed = load_log(path, {.sigma = 0.5, .n = 100'000, .alpha = 0.001, .as_printed = true});
  const Document as_printed = evaluation_document(evaluate_logs({.logs = {printed}}, {"a"}, {}));
  EXPECT_NEAR(json_in(as_printed)[0]["acr"].get<double>(), 1.53, 1e-12);
  EXPECT_FALSE(json_in(as_printed)[0].contains("acr_most"));
  EXPECT_THAT(render(method_table(std::vector{printed}, method, {}), Format::kText),
              Not(HasSubstr("at most")));
}

TEST(CurveDocument, ShowsAccuracyOnlyAtABudget) {
  const test::TempDir dir;
  const std::string path = dir.write("ours_0.5.csv", "x,y\n0.5,0.8\n0.9,0.6\n0.99,0.4\n").string();
  const LoadedCurve loaded = load_curve(path, {});
  const auto text = [&](const CurveOptions& options) {
    return render(curve_document(loaded, evaluate_curve(loaded, options), "ours"), Format::kText);
  };
  EXPECT_THAT(text({}), Not(HasSubstr("Certified accuracy")));
  EXPECT_THAT(text({}), HasSubstr("P(p_A >= p) % that ours implies"));
  const auto target = target_budget(loaded, {.sigma = {}, .n = 1000, .alpha = 0.001}, {});
  EXPECT_THAT(text({.target = target}),
              HasSubstr("Certified accuracy % at n = 1,000, alpha = 0.001, sigma = 0.5, from ours"));
}

TEST(LogSetFigures, RefuseACurveAtAnotherBudgetThanALog) {
  const test::TempDir dir;
  const std::string path = dir.write("ours_0.5.csv", "x,y\n0.5,0.8\n0.9,0.6\n0.99,0.4\n").string();
  const LogSet set = make_log_set({test::loaded_votes("a.tsv", 0.5, kVotes)}, {"a"});
  const ShownCurve curve{"ours", load_curve(path, {}), Budget{.n = 100, .alpha = 0.001, .sigma = 0.5}};
  EXPECT_THAT(test::error_of([&] { log_set_accuracy_figure(set, {}, {curve}); }),
              HasSubstr("would be shown at n = 100, alpha = 0.001, but a.tsv at n = 1000"));
}

TEST(AuditDocument, SaysWhetherAnythingWasFound) {
  std::vector<AuditResult> results(1);
  results[0].loaded = test::loaded_votes("a.tsv", 0.5, kVotes);
  EXPECT_TRUE(is_clean(results));
  EXPECT_THAT(render(audit_document(results, {}, {"a"}), Format::kText), HasSubstr("Nothing found."));
  results[0].findings = {{"rows-missing", "a.tsv: rows are missing"}};
  EXPECT_FALSE(is_clean(results));
  EXPECT_THAT(render(audit_document(results, {}, {"a"}), Format::kText),
              HasSubstr("rows-missing: a: rows are missing"));
}

TEST(PilotPlanDocument, HasARowPerWayAndOneRecommendation) {
  const PilotPlanParams params{.radius = 0.5, .n = {10, 1000}, .images_per_second = 1000.0, .loss = 0.1};
  const std::vector<LoadedLog> pilots{test::loaded_votes("a.tsv", 0.5, kVotes)};
  const Document document = pilot_plan_document(params, pilots, {plan_from_pilot(pilots.front(), params)});
  EXPECT_EQ(std::get<Table>(document.blocks.front()).rows.size(), 3u);  // 10 votes cannot certify 0.5
  const Json& pilot = json_in(document)["pilots"][0];
  EXPECT_EQ(pilot["n"], 1000);
  EXPECT_EQ(pilot["images"], 4);
  EXPECT_TRUE(pilot["rows"][0]["decided"].is_null());
  EXPECT_EQ(pilot["rows"][1]["fixed"]["draws"], 11'000'000.0);
  EXPECT_EQ(pilot["recommended"]["n"], 1000);
  EXPECT_EQ(pilot["recommended"]["decided"], true);
  EXPECT_THAT(render(document, Format::kText),
              HasSubstr("a.tsv: n = 1,000, decided draw by draw, is recommended: "));

  const PilotPlanParams far{.radius = 5.0, .n = {10}};
  const Document none = pilot_plan_document(far, pilots, {plan_from_pilot(pilots.front(), far)});
  EXPECT_THAT(render(none, Format::kText), HasSubstr("no budget in the table is expected to certify"));
  EXPECT_TRUE(json_in(none)["pilots"][0]["recommended"].is_null());
}

TEST(DecisionPlanDocument, SaysWhatIsKnownOfTheLogs) {
  std::vector<LoadedLog> logs{test::loaded_votes("a.tsv", 0.5, kVotes)};
  logs.front().notes = {"a note of the log"};
  const DecisionPlanParams params{.n = 1000, .radii = {0.25}};
  const std::vector<DecisionPlan> plans{plan_decisions(logs.front(), params)};
  EXPECT_THAT(render(decision_plan_document(params, logs, plans), Format::kText),
              AllOf(HasSubstr("\na.tsv: sigma 0.5 ("), HasSubstr("\na.tsv: a note of the log\n"),
                    Not(HasSubstr("rounded"))));
  logs.front().log.column_n.reset();  // of another program
  logs.front().log.digits = {.kind = RadiusDigits::Kind::kSignificant, .digits = 3};
  EXPECT_THAT(render(decision_plan_document(params, logs, plans), Format::kText, 1000),
              HasSubstr("\na.tsv: its radii are rounded: each is read as the middle one of the votes"));
}

TEST(WideTables, AreSplitAsTextOnly) {
  Table table{.title = "Wide", .header = {"name"}, .rows = {{text_cell("a")}}};
  for (int i = 0; i < 40; ++i) {
    table.header.push_back("column" + std::to_string(i));
    table.rows[0].push_back(count_cell(i));
  }
  Document document;
  document.add(table);
  const auto titles = [&](Format format) {
    const std::string text = render(document, format);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("Wide", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_GT(titles(Format::kText), 1u);
  EXPECT_EQ(titles(Format::kMarkdown), 1u);
}

}  // namespace
}  // namespace certus
