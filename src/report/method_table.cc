#include "certus/report/method_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/metrics/seed_spread.h"
#include "certus/metrics/sweep.h"
#include "certus/report/budgets_sentence.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

/// One number of a row, the mean over seeds, and how it is shown.
struct Value {
  std::vector<double> each;  ///< of each seed
  SeedSpread spread;
  double shown = 0.0;  ///< the mean in the unit of its column, rounded as printed
  int decimals = 0;
  bool is_share = false;

  static Value of(std::vector<double> each, int decimals, bool is_share) {
    const SeedSpread spread = seed_spread(each);
    const double unit = is_share ? 100.0 : 1.0;
    // A missing value has no rank.
    const double shown =
        std::isnan(spread.mean) ? spread.mean : *parse_double(fixed_text(unit * spread.mean, decimals));
    return {std::move(each), spread, shown, decimals, is_share};
  }
  Cell cell() const {
    Cell out = is_share ? percent_cell(spread.mean, decimals) : real_cell(spread.mean, decimals);
    if (std::isnan(spread.deviation)) return out;
    const Cell deviation =
        is_share ? percent_cell(spread.deviation, decimals) : real_cell(spread.deviation, decimals);
    out.text += " \u00b1 " + deviation.text;
    out.csv_deviation = deviation.csv;
    return out;
  }
};

struct Row {
  const LogGroup* group = nullptr;
  std::vector<Value> values;  ///< ACR, accuracies, shares of p_A
  std::vector<Marks> marks;
};

/// ACR, accuracies and shares of p_A of a log; NaN where there is none.
std::vector<double> numbers_of(const LoadedLog& loaded, const MethodTableParams& params) {
  std::vector<double> numbers{acr_at(loaded, params.change).value_or(std::nan(""))};
  for (const Estimate& e : certified_accuracy_at(loaded, params.change, params.radii, 0.95))
    numbers.push_back(e.value);
  const PaDistribution p_a(loaded.log, loaded.budget().n);
  for (const double p : params.p) numbers.push_back(p_a.share_at_least(p));
  return numbers;
}

Row row_of(std::span<const LoadedLog> logs, const LogGroup& group, const MethodTableParams& params) {
  // As the field prints them.
  constexpr int kAcrDecimals = 3;
  constexpr int kPercentDecimals = 1;
  std::vector<std::vector<double>> columns(1 + params.radii.size() + params.p.size());
  for (const std::size_t member : group.members) {
    const auto numbers = numbers_of(logs[member], params);
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(numbers[i]);
  }
  Row row{.group = &group, .values = {}, .marks = std::vector<Marks>(columns.size())};
  for (std::size_t i = 0; i < columns.size(); ++i)
    row.values.push_back(Value::of(std::move(columns[i]), i == 0 ? kAcrDecimals : kPercentDecimals, i > 0));
  return row;
}

/// Marks the values of a group; false when the baseline is not in it.
bool mark(std::vector<Row>& group, const std::optional<std::string>& baseline) {
  const auto base =
      std::find_if(group.begin(), group.end(), [&](auto& row) { return row.group->method == baseline; });
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

/// What the members of rows are called, where a row has several: "seeds", or "logs" where a seed is unknown.
std::string members_name(std::span<const LogGroup> groups) {
  std::string name;
  for (const LogGroup& group : groups) {
    const std::string text = members_text(group);
    if (text.empty()) continue;
    if (!text.ends_with("seeds")) return "logs";
    name = "seeds";
  }
  return name;
}

std::string deviation_sentence(const std::string& members) {
  return join_text("Values with \u00b1 are the mean and the standard deviation (n - 1) over the ",
                   members == "seeds" ? "training seeds" : "logs", " of a row, as many as its column '",
                   members, "' says; \u00b1 is not a confidence interval.");
}

/// What rounded radii leave open of ACR; empty where they leave nothing open.
std::string rounding_sentence(std::span<const LoadedLog> logs, const BudgetChange& change) {
  double open = 0.0;
  for (const LoadedLog& loaded : logs) {
    if (const auto most = most_acr_at(loaded, change)) open = std::max(open, *most - *acr_at(loaded, change));
  }
  if (open == 0.0) return "";
  return join_text("Radii are rounded: with the largest that print like them, ACR would be at most ",
                   fixed_text(open, 4), " higher.");
}

/// Columns in front of the numbers.
std::vector<std::string> left_headers(const MethodTableParams& params, const std::string& members) {
  std::vector<std::string> out{"\u03c3", "method"};
  if (!params.by.empty()) out.push_back(params.by);
  if (!members.empty()) out.push_back(members);
  return out;
}

std::vector<std::string> number_headers(const MethodTableParams& params) {
  std::vector<std::string> out{"ACR"};
  for (const double radius : params.radii) {
    const std::string two = fixed_text(radius, 2);
    out.push_back(*parse_double(two) == radius ? two : round_trip_text(radius));
  }
  for (const double p : params.p) out.push_back(join_text("p_A \u2265 ", p));
  return out;
}

/// @param is_first  whether it is the first row of its sigma, which people read once; machines want it
///                  in every row
std::vector<Cell> cells_of(const Row& row, const MethodTableParams& params, bool is_first, bool has_members) {
  std::vector<Cell> cells{exact_cell(row.group->sigma), text_cell(row.group->method)};
  if (!is_first) cells.front().text.clear();
  if (!params.by.empty()) cells.push_back(text_cell(row.group->value));
  if (has_members) cells.push_back(count_cell(static_cast<std::int64_t>(row.group->members.size())));
  for (std::size_t c = 0; c < row.values.size(); ++c) {
    cells.push_back(row.values[c].cell());
    cells.back().marks = row.marks[c];
  }
  return cells;
}

Json json_of(const Row& row, std::span<const LoadedLog> logs, const MethodTableParams& params) {
  const LogGroup& group = *row.group;
  const bool alone = group.members.size() == 1;
  const auto entry = [&](std::size_t column, Json json) {
    const Value& value = row.values[column];
    json["value"] = value.spread.mean;
    if (!alone) {
      json["deviation"] = value.spread.deviation;
      json["values"] = value.each;
    }
    json["marks"] = mark_names(row.marks[column]);
    return json;
  };
  Json json{{"method", group.method}};
  if (!params.by.empty()) json["value"] = group.value;
  if (alone) json["log"] = logs[group.members.front()].log.path;
  json["members"] = Json::array();
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    json["members"].push_back({{"log", logs[group.members[i]].log.path},
                               {"seed", group.seeds[i].empty() ? Json(nullptr) : Json(group.seeds[i])}});
  }
  json["acr"] = entry(0, Json::object());
  if (const auto most = most_acr_at(logs[group.members.front()], params.change); alone && most)
    json["acr"]["most"] = *most;
  json["certified_accuracy"] = Json::array();
  json["p_a"] = Json::array();
  for (std::size_t i = 0; i < params.radii.size(); ++i)
    json["certified_accuracy"].push_back(entry(1 + i, {{"radius", params.radii[i]}}));
  for (std::size_t i = 0; i < params.p.size(); ++i)
    json["p_a"].push_back(entry(1 + params.radii.size() + i, {{"p", params.p[i]}}));
  return json;
}

void check_baseline(std::span<const LogGroup> groups, const std::optional<std::string>& baseline) {
  if (!baseline) return;
  std::set<std::string> known;
  for (const LogGroup& group : groups) known.insert(group.method);
  if (known.contains(*baseline)) return;
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  fail(ErrorKind::kConfig, "the baseline is '", *baseline, "', expected one of ", list);
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

Document method_table(std::span<const LoadedLog> logs, std::span<const LogGroup> given,
                      const MethodTableParams& params) {
  CERTUS_CHECK(!given.empty());
  check_baseline(given, params.baseline);
  const std::vector<LogGroup> groups = params.by.empty() ? std::vector<LogGroup>(given.begin(), given.end())
                                                         : in_sweep_order({given.begin(), given.end()});
  std::set<double> sigmas;
  for (const LogGroup& group : groups) sigmas.insert(group.sigma);

  const std::string budgets = budgets_sentence(logs, params.change);
  const std::string members = members_name(groups);
  Document document;
  json_in(document) = {{"budget", budgets},
                       {"baseline", params.baseline ? Json(*params.baseline) : Json(nullptr)},
                       {"acr_is_fit_for_ranking", false},
                       {"groups", Json::array()}};
  if (!params.by.empty()) json_in(document)["by"] = params.by;
  std::vector<std::string> header = left_headers(params, members);
  const std::size_t left_columns = header.size();
  for (std::string& name : number_headers(params)) header.push_back(std::move(name));
  Table table{.title = join_text("ACR and certified accuracy (%) at radius; ", budgets),
              .header = std::move(header),
              .rows = {},
              .left_columns = left_columns,
              .group_starts = {},
              .marks = MarkWords{.where = "within each \u03c3",
                                 .worse = params.baseline ? "worse than " + *params.baseline : ""}};
  std::vector<std::string> notes;
  if (std::string text = rounding_sentence(logs, params.change); !text.empty())
    notes.push_back(std::move(text));
  if (!members.empty()) notes.push_back(deviation_sentence(members));
  for (const double sigma : sigmas) {
    std::vector<Row> rows;
    for (const LogGroup& group : groups) {
      if (group.sigma == sigma) rows.push_back(row_of(logs, group, params));
    }
    if (!mark(rows, params.baseline) && params.baseline) {
      notes.push_back(join_text("sigma ", sigma, " has no log of ", *params.baseline,
                                ": nothing is marked as worse there"));
    }
    if (!table.rows.empty()) table.group_starts.push_back(table.rows.size());
    Json json = Json::array();
    for (const Row& row : rows) {
      table.rows.push_back(cells_of(row, params, &row == &rows.front(), !members.empty()));
      json.push_back(json_of(row, logs, params));
    }
    json_in(document)["groups"].push_back({{"sigma", sigma}, {"rows", json}});
  }
  document.add(std::move(table));
  for (std::string& note : notes) document.add(std::move(note));
  return document;
}

Document method_table(std::span<const LoadedLog> logs, std::span<const std::string> methods,
                      const MethodTableParams& params) {
  CERTUS_CHECK(logs.size() == methods.size() && !logs.empty());
  return method_table(logs, log_groups(logs, methods), params);
}

}  // namespace certus
