#include "certus/report/literature_survey.h"

#include "certus/base/error.h"
#include "certus/report/csv_columns.h"
#include "certus/report/json_values.h"

namespace certus {

std::vector<SurveyedWork> read_survey(const std::filesystem::path& path) {
  const CsvColumns columns(
      path, {"work", "method", "uses_acr", "universal_improvement", "claims_sota", "customized_model"},
      "a survey with work, method, uses_acr, universal_improvement, claims_sota and customized_model");
  std::vector<SurveyedWork> works;
  for (std::size_t row = 0; row < columns.rows(); ++row) {
    const auto is_yes = [&](const char* name) {
      const std::string& text = columns.text(row, name);
      if (text != "yes" && text != "no") {
        fail(ErrorKind::kData, path, ": column '", name, "' of ", columns.text(row, "work"), ": found '",
             text, "', expected yes or no");
      }
      return text == "yes";
    };
    works.push_back({.work = columns.text(row, "work"),
                     .method = columns.text(row, "method"),
                     .uses_acr = is_yes("uses_acr"),
                     .universal_improvement = is_yes("universal_improvement"),
                     .claims_sota = is_yes("claims_sota"),
                     .customized_model = is_yes("customized_model")});
  }
  if (works.empty()) fail(ErrorKind::kData, path, ": no rows after the header");
  return works;
}

SurveyCounts count_survey(const std::vector<SurveyedWork>& works) {
  SurveyCounts counts{.works = std::ssize(works)};
  for (const SurveyedWork& work : works) {
    if (!work.customized_model || !work.claims_sota) continue;
    ++counts.customize_and_claim_sota;
    if (!work.uses_acr) continue;
    ++counts.evaluate_acr;
    if (!work.universal_improvement) ++counts.on_acr_alone;
  }
  return counts;
}

Document survey_document(const std::vector<SurveyedWork>& works) {
  Document document;
  Table table{.title = "Publications that certify with randomized smoothing",
              .header = {"work", "method", "uses ACR", "universal improvement", "claims state of the art",
                         "customizes the model"},
              .rows = {}};
  Json rows = Json::array();
  const auto mark = [](bool yes) { return text_cell(yes ? "yes" : "-"); };
  for (const SurveyedWork& work : works) {
    table.rows.push_back({text_cell(work.work), text_cell(work.method.empty() ? "-" : work.method),
                          mark(work.uses_acr), mark(work.universal_improvement), mark(work.claims_sota),
                          mark(work.customized_model)});
    rows.push_back({{"work", work.work},
                    {"method", work.method},
                    {"uses_acr", work.uses_acr},
                    {"universal_improvement", work.universal_improvement},
                    {"claims_sota", work.claims_sota},
                    {"customized_model", work.customized_model}});
  }
  const SurveyCounts counts = count_survey(works);
  json_in(document) = {{"works", rows},
                       {"counts",
                        {{"works", counts.works},
                         {"customize_and_claim_sota", counts.customize_and_claim_sota},
                         {"evaluate_acr", counts.evaluate_acr},
                         {"on_acr_alone", counts.on_acr_alone}}}};
  document.add(std::move(table));
  document.add(join_text(counts.works, " works, of which ", counts.customize_and_claim_sota,
                         " customize the model and claim the state of the art; ", counts.evaluate_acr,
                         " of these evaluate ACR, and ", counts.on_acr_alone,
                         " of those claim it on ACR alone, without a universal improvement."));
  return document;
}

}  // namespace certus
