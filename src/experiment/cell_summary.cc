#include "certus/experiment/cell_summary.h"

#include <nlohmann/json.hpp>

#include "certus/base/error.h"
#include "certus/base/nesting.h"

namespace certus {

CellSummary read_cell_summary(const std::filesystem::path& cell_folder) {
  const std::filesystem::path path = cell_folder / "summary.json";
  const std::string text = read_json_text(path, 1 << 20);
  try {
    const auto json = nlohmann::json::parse(text);
    CellSummary summary{.method = json.at("method"),
                        .varied = {},
                        .sigma = json.at("sigma"),
                        .seed = json.at("seed"),
                        .n = json.at("n"),
                        .acr = json.at("acr"),
                        .accuracy = json.at("certified_accuracy").at(0).at("value")};
    for (const std::string each : json.at("varied"))
      summary.varied += (summary.varied.empty() ? "" : ", ") + each;
    const auto last = [&](const char* key) -> std::optional<double> {
      const auto& row = json.at("last_epoch");
      return row.contains(key) && row.at(key).is_number() ? std::optional<double>(row.at(key)) : std::nullopt;
    };
    summary.kept_images = last("kept_images");
    summary.train_accuracy = last("train_accuracy");
    summary.test_accuracy = last("test_accuracy");
    return summary;
  } catch (const nlohmann::json::exception&) {
    fail(ErrorKind::kData, path, ": is not the summary of a finished cell of an experiment");
  }
}

}  // namespace certus
