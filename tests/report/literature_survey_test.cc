#include "certus/report/literature_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certus/report/json_values.h"
#include "support/temp_dir.h"

namespace certus {
namespace {

using ::testing::HasSubstr;

TEST(LiteratureSurvey, GivesTheCountsOfThePaper) {
  const auto works = read_survey(CERTUS_SURVEY);
  const SurveyCounts counts = count_survey(works);
  EXPECT_EQ(counts.works, 13);
  EXPECT_EQ(counts.customize_and_claim_sota, 10);
  EXPECT_EQ(counts.evaluate_acr, 8);
  EXPECT_EQ(counts.on_acr_alone, 7);
  EXPECT_EQ(json_in(survey_document(works))["counts"]["on_acr_alone"], 7);
}

TEST(LiteratureSurvey, CountsPartsOfParts) {
  const SurveyedWork all{.work = "a",
                         .method = "",
                         .uses_acr = true,
                         .universal_improvement = false,
                         .claims_sota = true,
                         .customized_model = true};
  SurveyedWork universal = all;
  universal.universal_improvement = true;
  SurveyedWork without_acr = all;
  without_acr.uses_acr = false;
  SurveyedWork modest = all;
  modest.claims_sota = false;
  const SurveyCounts counts = count_survey({all, universal, without_acr, modest});
  EXPECT_EQ(counts.works, 4);
  EXPECT_EQ(counts.customize_and_claim_sota, 3);
  EXPECT_EQ(counts.evaluate_acr, 2);
  EXPECT_EQ(counts.on_acr_alone, 1);
}

TEST(LiteratureSurvey, NamesWhatIsWrong) {
  const test::TempDir dir;
  const std::string header = "work,method,uses_acr,universal_improvement,claims_sota,customized_model\n";
  EXPECT_THAT(test::error_of([&] { read_survey(dir.write("a.csv", header + "X,,yes,maybe,no,no\n")); }),
              HasSubstr("column 'universal_improvement' of X: found 'maybe', expected yes or no"));
  EXPECT_THAT(test::error_of([&] { read_survey(dir.write("b.csv", header)); }), HasSubstr("no rows"));
}

}  // namespace
}  // namespace certus
