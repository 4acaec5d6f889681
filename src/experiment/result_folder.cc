#include "certus/experiment/result_folder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/nesting.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/base/whole_number.h"
#include "certus/experiment/experiment_file.h"
#include "certus/experiment/numbers.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/recipe/run_folder.h"
#include "certus/record/run_manifest.h"

namespace certus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxResultBytes = std::size_t{64} << 20;

std::string content_or_empty(const fs::path& path) {
  return fs::exists(path) ? read_file(path, kMaxResultBytes) : std::string();
}

/// The JSON in a file; discarded where there is none, or no JSON.
Json json_of(const fs::path& path) {
  if (!fs::exists(path)) return Json::parse("", nullptr, false);
  return Json::parse(read_json_text(path, kMaxResultBytes), nullptr, false);
}

std::int64_t lines_of(const fs::path& path) {
  const std::string text = content_or_empty(path);
  return std::max<std::int64_t>(0, std::count(text.begin(), text.end(), '\n') - 1);
}

/// A whole number of cell.json; `otherwise` where there is no such file.
std::int64_t cell_number(const fs::path& folder, const char* key, std::int64_t otherwise) {
  const fs::path path = folder / "cell.json";
  if (!fs::exists(path)) return otherwise;
  const Json json = json_of(path);
  const auto value = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || value == json.end() || !whole_number(*value)) {
    fail(ErrorKind::kData, path, ": has no whole number '", key,
         "'; it is damaged: remove the folder of the cell, which is then made again");
  }
  return value->get<std::int64_t>();
}

/// Columns of the last row of a train.csv.
Json last_epoch(const std::string& train_csv) {
  const auto lines = split_text(train_csv, '\n');
  Json row = Json::object();
  if (lines.size() < 3) return row;
  const auto names = split_text(lines.front(), ',');
  const auto values = split_text(lines[lines.size() - 2], ',');
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
    const auto number = parse_double(values[i]);
    row[std::string(names[i])] = number ? Json(*number) : Json(nullptr);
  }
  return row;
}

Json summary_of(const ExperimentCell& cell, const fs::path& record, const std::string& train_csv) {
  const LoadedLog loaded = load_log(record.string());
  const Budget budget = loaded.budget();
  std::vector<double> radii;
  for (double radius = 0.0; radius <= 4.0 * cell.sigma; radius += 0.25) radii.push_back(radius);
  Json accuracy = Json::array();
  for (const Estimate& e : certified_accuracy(loaded.log, radii, 0.95)) {
    if (e.at > 0.0 && e.value == 0.0) break;
    accuracy.push_back({{"radius", e.at}, {"value", e.value}, {"lower", e.lower}, {"upper", e.upper}});
  }
  const PaDistribution p_a(loaded.log, budget.n);
  Json shares = Json::array();
  for (const double p : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999})
    shares.push_back({{"p", p}, {"share", p_a.share_at_least(p)}});
  return {{"method", cell.name},
          {"varied", cell.varied},
          {"sigma", cell.sigma},
          {"seed", cell.seed},
          {"preset", cell.preset},
          {"images", loaded.log.rows()},
          {"n", budget.n},
          {"alpha", budget.alpha},
          {"acr", average_certified_radius(loaded.log)},
          {"certified_accuracy_confidence", 0.95},
          {"certified_accuracy", accuracy},
          {"p_a_at_least", shares},
          {"last_epoch", last_epoch(train_csv)}};
}

double seconds_of(const std::string& train_csv) {
  const auto lines = split_text(train_csv, '\n');
  const auto names = split_text(lines.front(), ',');
  const auto column = static_cast<std::size_t>(std::ranges::find(names, "seconds") - names.begin());
  double sum = 0.0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto values = split_text(lines[i], ',');
    if (column < values.size()) sum += parse_double(values[column]).value_or(0.0);
  }
  return sum;
}

}  // namespace

std::string without_times(const std::string& train_csv) {
  const auto lines = split_text(train_csv, '\n');
  const auto names = split_text(lines.front(), ',');
  std::string out;
  for (std::size_t row = 0; row + 1 < lines.size(); ++row) {
    const auto values = split_text(lines[row], ',');
    std::string line;
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
      if (names[i] == "seconds" || names[i] == "images_per_second") continue;
      line += join_text(line.empty() ? "" : ",", values[i]);
    }
    out += line + '\n';
  }
  return out;
}

bool ResultFolder::is_finished(const ExperimentCell& cell) const {
  return fs::exists(this->cell(cell) / "summary.json");
}

bool ResultFolder::has_model(const ExperimentCell& cell) const {
  if (!fs::exists(model_path(weights(cell), ".safetensors"))) return false;
  const Json manifest = json_of(run_manifest_path(weights(cell)));
  return manifest.is_object() && manifest.contains("finished") && manifest["finished"] == true;
}

bool ResultFolder::has_table(const VoteTable& table) const {
  return fs::exists(root_ / (table.file.string() + ".done"));
}

bool ResultFolder::has_analysis(const ExperimentCell& cell, const std::string& name) const {
  return fs::exists(this->cell(cell) / (name + ".csv"));
}

bool ResultFolder::has_all_analyses(const ExperimentCell& cell) const {
  return std::ranges::all_of(cell.analyses,
                             [&](const std::string& name) { return has_analysis(cell, name); });
}

std::int64_t ResultFolder::epochs_trained(const ExperimentCell& cell) const {
  return lines_of(train_log_path(weights(cell)));
}

std::int64_t ResultFolder::images_certified(const ExperimentCell& cell) const {
  return lines_of(this->cell(cell) / "record.tsv");
}

std::string ResultFolder::why_stale(const ExperimentCell& cell) const {
  const fs::path folder = this->cell(cell);
  if (!fs::exists(folder / "cell.json")) return "";
  for (const auto& [name, now] :
       {std::pair{"config.toml", cell.config_text()}, {"certify.toml", cell.rest_text()}}) {
    const fs::path path = folder / name;
    const std::string difference =
        first_difference({path.string(), content_or_empty(path)}, {cell.where, now});
    if (!difference.empty()) return "its settings changed: " + difference;
  }
  const std::int64_t numbers = cell_number(folder, "numbers", 0);
  if (numbers != kNumbersRevision) {
    return join_text("the program gives other numbers now (revision ", kNumbersRevision, ", the cell has ",
                     numbers, ')');
  }
  return "";
}

void ResultFolder::supersede(const ExperimentCell& cell) const {
  const fs::path base = root_ / "superseded" / cell.place();
  fs::path to = base;
  for (int number = 1; fs::exists(to); ++number) to = join_text(base, '.', number);
  make_folder(to.parent_path());
  // As long as the cell is there, it is stale: a run that is stopped in between starts here again, and never
  // certifies the old weights under the new settings.
  fs::remove_all(weights(cell));
  fs::rename(this->cell(cell), to);
}

void ResultFolder::begin(const ExperimentCell& cell, int threads) const {
  const fs::path folder = this->cell(cell);
  make_folder(folder);
  make_folder(weights(cell));
  if (fs::exists(folder / "cell.json")) return;
  write_file(folder / "config.toml", cell.config_text(), Overwrite::kAllow);
  write_file(folder / "certify.toml", cell.rest_text(), Overwrite::kAllow);
  const Json json{
      {"format", 1}, {"numbers", kNumbersRevision}, {"certus", certus_version()}, {"threads", threads}};
  write_file(folder / "cell.json", json.dump(2) + "\n", Overwrite::kAllow);
}

int ResultFolder::threads(const ExperimentCell& cell, int otherwise) const {
  return static_cast<int>(cell_number(this->cell(cell), "threads", otherwise));
}

void ResultFolder::finish(const ExperimentCell& cell, double certify_seconds) const {
  const fs::path folder = this->cell(cell);
  const std::string train_csv = read_file(train_log_path(weights(cell)), kMaxResultBytes);
  write_file(folder / "train.csv", without_times(train_csv), Overwrite::kAllow);
  write_file(folder / "manifest.json", read_file(run_manifest_path(weights(cell)), kMaxResultBytes),
             Overwrite::kAllow);
  write_file(folder / "times.csv",
             join_text("step,seconds\ntrain,", seconds_of(train_csv), "\ncertify,", certify_seconds, '\n'),
             Overwrite::kAllow);
  const Json summary = summary_of(cell, folder / "record.tsv", without_times(train_csv));
  write_file(folder / "summary.json", summary.dump(2) + "\n", Overwrite::kAllow);
}

std::string ResultFolder::failure(const ExperimentCell& cell) const {
  return content_or_empty(weights(cell) / "failure.txt");
}

void ResultFolder::set_failure(const ExperimentCell& cell, const std::string& message) const {
  const fs::path path = weights(cell) / "failure.txt";
  if (message.empty()) {
    fs::remove(path);
  } else {
    write_file(path, message, Overwrite::kAllow);
  }
}

std::uintmax_t ResultFolder::clean() const {
  std::uintmax_t bytes = 0;
  for (const char* name : {"weights", "tables"}) {
    if (!fs::exists(root_ / name)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root_ / name)) {
      if (entry.is_regular_file()) bytes += entry.file_size();
    }
    fs::remove_all(root_ / name);
  }
  return bytes;
}

}  // namespace certus
