#include "certus/report/method_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/report/budgets_sentence.h"

namespace certus {
namespace {

/// One number of a row, and how it is shown.
struct Value {
  double value = 0.0;
  double shown = 0.0;  ///< in the unit of its column, rounded as printed
  int decimals = 0;
  bool is_share = false;

  static Value real(double value, int decimals) {
    return {value, *parse_double(fixed_text(value, decimals)), decimals, false};
  }
  /// No value; ranks nowhere.
  static Value none() { return {std::nan(""), std::nan(""), 0, false}; }
  static Value share(double value, int decimals) {
    return {value, *parse_double(fixed_text(100.0 * value, decimals)), decimals, true};
  }
  Cell cell() const {
    return std::isnan(value) ? text_cell("-")
           : is_share        ? percent_cell(value, decimals)
                             : real_cell(value, decimals);
  }
};

struct Row {
  std::string method;
  std::string path;
  std::vector<Value> values;  ///< ACR, accuracies, shares of p_A
  std::vector<Marks> marks;
};

Row row_of(const LoadedLog& loaded, const std::string& method, const MethodTableParams& params) {
  // As the field prints them.
  constexpr int kAcrDecimals = 3;
  constexpr int kPercentDecimals = 1;
  Row row{.method = method, .path = loaded.log.path, .values = {}, .marks = {}};
  const auto acr = acr_at(loaded, params.change);
  row.values.push_back(acr ? Value::real(*acr, kAcrDecimals) : Value::none());
  for (const Estimate& e : certified_accuracy_at(loaded, params.change, params.radii, 0.95))
    row.values.push_back(Value::share(e.value, kPercentDecimals));
  const PaDistribution p_a(loaded.log, loaded.budget().n);
  for (const double p : params.p) row.values.push_back(Value::share(p_a.share_at_least(p), kPercentDecimals));
  row.marks.resize(row.values.size());
  return row;
}

/// Marks the values of a group; false when the baseline is not in it.
bool mark(std::vector<Row>& group, const std::optional<std::string>& baseline) {
  const auto base =
      std::find_if(group.begin(), group.end(), [&](auto& row) { return row.method == baseline; });
  const auto place = base == group.end() ? std::optional<std::size_t>()
                                         : std::optional(static_cast<std::size_t>(base - group.begin()));
  for (std::size_t column = 0; column < group.front().values.size(); ++column) {
    std::vector<double> shown;
    for (const Row& row : group) shown.push_back(row.values[column].shown);
    const auto marks = marks_of(shown, place);
    for (std::size_t i = 0; i < group.size(); ++i) group[i].marks[column] = marks[i];
  }
  return place.has_value();
}

std::vector<std::string> headers(const MethodTableParams& params) {
  std::vector<std::string> out{"\u03c3", "method", "ACR"};
  for (const double radius : params.radii) {
    const std::string two = fixed_text(radius, 2);
    out.push_back(*parse_double(two) == radius ? two : round_trip_text(radius));
  }
  for (const double p : params.p) out.push_back(join_text("p_A \u2265 ", p));
  return out;
}

Json json_of(const Row& row, const MethodTableParams& params) {
  const auto entry = [&](std::size_t column, Json json) {
    json["value"] = row.values[column].value;
    json["marks"] = mark_names(row.marks[column]);
    return json;
  };
  Json json{{"method", row.method}, {"log", row.path}, {"acr", entry(0, Json::object())}};
  json["certified_accuracy"] = Json::array();
  json["p_a"] = Json::array();
  for (std::size_t i = 0; i < params.radii.size(); ++i)
    json["certified_accuracy"].push_back(entry(1 + i, {{"radius", params.radii[i]}}));
  for (std::size_t i = 0; i < params.p.size(); ++i)
    json["p_a"].push_back(entry(1 + params.radii.size() + i, {{"p", params.p[i]}}));
  return json;
}

}  // namespace

std::vector<Marks> marks_of(std::span<const double> shown, std::optional<std::size_t> baseline) {
  const auto counts = [](double value) { return std::isfinite(value) && value > 0.0; };
  std::set<double, std::greater<>> ranks;
  for (const double value : shown) {
    if (counts(value)) ranks.insert(value);
  }
  std::vector<Marks> marks(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!counts(shown[i])) continue;
    marks[i].best = shown[i] == *ranks.begin();
    marks[i].second = ranks.size() > 1 && shown[i] == *std::next(ranks.begin());
    marks[i].worse = baseline && shown[i] < shown[*baseline];
  }
  return marks;
}

Document method_table(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                      const MethodTableParams& params) {
  CERTUS_CHECK(logs.size() == methods.size() && !logs.empty());
  if (params.baseline && std::find(methods.begin(), methods.end(), *params.baseline) == methods.end()) {
    const std::set<std::string> known(methods.begin(), methods.end());
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    fail(ErrorKind::kConfig, "--baseline is '", *params.baseline, "', expected one of ", list);
  }
  std::set<double> sigmas;
  for (const LoadedLog& loaded : logs) sigmas.insert(loaded.budget().sigma);

  const std::string budgets = budgets_sentence(logs, params.change);
  Document document;
  document.json = {{"budget", budgets},
                   {"baseline", params.baseline ? Json(*params.baseline) : Json(nullptr)},
                   {"acr_is_fit_for_ranking", false},
                   {"groups", Json::array()}};
  Table table{.title = join_text("ACR and certified accuracy (%) at radius; ", budgets),
              .header = headers(params),
              .rows = {},
              .left_columns = 2,
              .group_starts = {},
              .marks = MarkWords{.where = "within each \u03c3",
                                 .worse = params.baseline ? "worse than " + *params.baseline : ""}};
  std::vector<std::string> notes;
  for (const double sigma : sigmas) {
    std::vector<Row> group;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (logs[i].budget().sigma == sigma) group.push_back(row_of(logs[i], methods[i], params));
    }
    if (!mark(group, params.baseline) && params.baseline) {
      notes.push_back(join_text("sigma ", sigma, " has no log of ", *params.baseline,
                                ": nothing is marked as worse there"));
    }
    if (!table.rows.empty()) table.group_starts.push_back(table.rows.size());
    Json rows = Json::array();
    for (const Row& row : group) {
      // People read sigma once; machines want it in every row.
      Cell first = exact_cell(sigma);
      if (&row != &group.front()) first.text.clear();
      std::vector<Cell> cells{first, text_cell(row.method)};
      for (std::size_t c = 0; c < row.values.size(); ++c) {
        cells.push_back(row.values[c].cell());
        cells.back().marks = row.marks[c];
      }
      table.rows.push_back(std::move(cells));
      rows.push_back(json_of(row, params));
    }
    document.json["groups"].push_back({{"sigma", sigma}, {"rows", rows}});
  }
  document.add(std::move(table));
  for (std::string& note : notes) document.add(std::move(note));
  return document;
}

}  // namespace certus
