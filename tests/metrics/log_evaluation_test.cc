#include "certus/metrics/log_evaluation.h"

#include "support/loaded_logs.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(LogEvaluation, HoldsWhatALogSays) {
  const LogEvaluation found = evaluate_log(test::loaded_votes("a.tsv", 0.5, {1000, 900, 100, 0}), "a",
                                           {.radii = {0.0, 0.5}, .p = {0.5, 0.95}});
  EXPECT_EQ(found.name, "a");
  EXPECT_EQ(found.whole.rows, 4);
  EXPECT_DOUBLE_EQ(found.whole.clean.value, 0.5);
  EXPECT_TRUE(found.whole.acr.has_value());
  EXPECT_DOUBLE_EQ(found.whole.accuracy.at(0).value, 0.5);
  EXPECT_DOUBLE_EQ(found.whole.p_a.at(1).value, 0.25);
  EXPECT_THAT(found.classes, IsEmpty());
  EXPECT_FALSE(found.draws.has_value());
  ASSERT_TRUE(found.false_certificates.has_value());
  EXPECT_DOUBLE_EQ(found.false_certificates->share,
                   static_cast<double>(found.false_certificates->most) / 4.0);
}

TEST(LogEvaluation, AnAssumedAlphaMakesNoStatementForTheDataSet) {
  LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, {1000});
  loaded.alpha.source = Source::kHabit;
  EXPECT_FALSE(evaluate_log(loaded, "a", {}).false_certificates.has_value());
}

TEST(LogEvaluation, RadiiThatWereRoundedUpMakeNoStatementForTheDataSet) {
  LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, {1000});
  loaded.as_printed = true;
  EXPECT_FALSE(evaluate_log(loaded, "a", {}).false_certificates.has_value());
  loaded.log.digits.down = true;
  EXPECT_TRUE(evaluate_log(loaded, "a", {}).false_certificates.has_value());
}

TEST(LogEvaluation, ClassesAreThoseOfTheLabelsWithNamesThatSayMoreThanNumbers) {
  LoadedLog loaded = test::loaded_votes("a.tsv", 0.5, {1000, 900, 100, 0});
  loaded.log.label = {0, 0, 1, 1};
  loaded.log.predicted = {0, 0, 0, 0};
  const EvaluationOptions options{.per_class = true};
  const auto named = evaluate_log(loaded, "a", options, {"cat", "dog"}).classes;
  ASSERT_THAT(named, SizeIs(2));
  EXPECT_EQ(named[1].name, "dog");
  EXPECT_EQ(named[1].evaluation.rows, 2);
  EXPECT_EQ(worst_class(named, [](const Evaluation& e) { return e.clean.value; }).label, 1);
  const Interval worst = interval_of_worst(
      named, [](const Evaluation& e) { return e.clean.value; }, 0.95);
  EXPECT_EQ(worst.lower, 0.0);
  EXPECT_EQ(worst.upper, clopper_pearson_upper(0, 2, 0.05 / 4).p);  // no image of two right, two classes
  EXPECT_EQ(evaluate_log(loaded, "a", options, {"0", "1"}).classes[1].name, "");
}

TEST(LogEvaluation, AnAnytimeRecordHasDrawsAndNoAcr) {
  const LogEvaluation found = evaluate_log(test::loaded_stopped("a.tsv", {{30, 40}}), "a", {});
  EXPECT_FALSE(found.whole.acr.has_value());
  EXPECT_TRUE(found.draws.has_value());
}

TEST(RadiiToShow, AreThoseThatASingleRecordWasDecidedAt) {
  const LoadedLog stopped = test::loaded_stopped("a.tsv", {{30, 40}}, {0.3, 0.6});
  EXPECT_THAT(radii_to_show(std::vector{stopped}), ElementsAre(0.3, 0.6));
  EXPECT_EQ(radii_to_show(std::vector{stopped, stopped}).at(1), 0.25);
  EXPECT_EQ(radii_to_show(std::vector{test::loaded_votes("b.tsv", 0.5, {1000})}).back(), 1.0);
}

TEST(LogEvaluations, ShareTheirRadiiAndKeepWhatCouldNotBeRead) {
  ReadLogs read;
  read.logs = {test::loaded_votes("a.tsv", 0.25, {1000}), test::loaded_votes("b.tsv", 1.0, {1000})};
  read.unread = {{"c.tsv", Error(ErrorKind::kFile, "c.tsv: cannot be opened")}};
  const LogEvaluations found = evaluate_logs(std::move(read), {"a", "b"}, {});
  ASSERT_THAT(found.logs, SizeIs(2));
  EXPECT_EQ(found.logs[0].whole.accuracy.size(), found.options.radii.size());
  EXPECT_EQ(found.logs[1].whole.accuracy.size(), found.options.radii.size());
  EXPECT_THAT(found.unread, SizeIs(1));
}

TEST(LoadLogs, LeavesOutWhatCannotBeReadWhileEnoughIsLeft) {
  const test::TempDir dir;
  const std::vector<std::string> paths{(dir / "gone.tsv").string(), (dir / "absent.tsv").string()};
  EXPECT_THAT(load_readable_logs(paths, {}, 0).unread, SizeIs(2));
  EXPECT_THAT(test::error_of([&] { load_readable_logs(paths); }),
              ::testing::AllOf(::testing::HasSubstr("gone.tsv: cannot be opened"),
                               ::testing::HasSubstr("(and 1 more log that cannot be read)")));
  const std::vector<std::string> twice{paths[0], paths[0]};
  EXPECT_EQ(test::error_of([&] { load_certified_logs(twice); }), paths[0] + " is given twice");
}

}  // namespace
}  // namespace certus
