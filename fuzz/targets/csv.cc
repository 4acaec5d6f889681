// CSV files: of training, of analyses, a survey.
#include "certus/recipe/training_log.h"
#include "certus/report/csv_columns.h"
#include "certus/report/literature_survey.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("x.csv", input);
  fuzz::expect_errors_only([&] {
    const auto names = csv_header(path);
    const CsvColumns columns(path, names, "a CSV file");
    for (const std::string& name : names) fuzz::expect_errors_only([&] { columns.numbers(name); });
  });
  fuzz::expect_errors_only([&] { survey_document(read_survey(path)); });
  fuzz::expect_errors_only([&] { TrainingLog(path, 3); });
  return 0;
}
