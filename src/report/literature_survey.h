#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "certus/report/document.h"

namespace certus {

/// What one publication says of its own evaluation.
struct SurveyedWork {
  std::string work;    ///< its key in the paper's bibliography
  std::string method;  ///< may be empty
  bool uses_acr = false;
  bool universal_improvement = false;  ///< as the paper calls it: not on average alone
  bool claims_sota = false;
  bool customized_model = false;  ///< trains or changes the base model for smoothing
};

/// How many works rest on ACR; each count is a part of the one before.
struct SurveyCounts {
  std::int64_t works = 0;
  std::int64_t customize_and_claim_sota = 0;
  std::int64_t evaluate_acr = 0;  ///< of these
  std::int64_t on_acr_alone = 0;  ///< of these: without a universal improvement
};

/// Reads a CSV with the columns work, method, uses_acr, universal_improvement, claims_sota and
/// customized_model, the last four yes or no.
std::vector<SurveyedWork> read_survey(const std::filesystem::path& path);

SurveyCounts count_survey(const std::vector<SurveyedWork>& works);

/// The works as a table, and the counts as sentences.
Document survey_document(const std::vector<SurveyedWork>& works);

}  // namespace certus
