#include "certus/report/group_comparison_table.h"

#include <algorithm>

#include "certus/base/error.h"
#include "certus/report/json_values.h"

namespace certus {
namespace {

Json json_of_group(const LogGroup& group, std::span<const LoadedLog> logs) {
  Json members = Json::array();
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    members.push_back({{"log", logs[group.members[i]].log.path},
                       {"seed", group.seeds[i].empty() ? Json(nullptr) : Json(group.seeds[i])}});
  }
  return {{"method", group.method}, {"members", members}};
}

}  // namespace

void add_group_comparisons(Document& document, std::span<const LoadedLog> logs,
                           std::span<const LogGroup> groups, std::span<const PairComparison> pairs) {
  if (std::all_of(groups.begin(), groups.end(), [](auto& group) { return group.members.size() == 1; }))
    return;
  Table table{.title = "Methods: each seed of the first against each seed of the second",
              .header = {"\u03c3", "first", "second", "relation", "paired test"},
              .rows = {},
              .left_columns = 5,
              .key_columns = 3};
  Json& list = json_in(document)["group_comparisons"] = Json::array();
  const auto name_of = [](const LogGroup& group) {
    const std::string members = members_text(group);
    return members.empty() ? group.method : join_text(group.method, " (", members, ')');
  };
  for (const GroupComparison& c : compare_groups(groups, pairs)) {
    const std::string verdicts = verdicts_text(c);
    table.rows.push_back({exact_cell(groups[c.a].sigma), text_cell(name_of(groups[c.a])),
                          text_cell(name_of(groups[c.b])), text_cell(relations_text(c)),
                          text_cell(verdicts.empty() ? "-" : verdicts)});
    list.push_back({{"sigma", groups[c.a].sigma},
                    {"first", json_of_group(groups[c.a], logs)},
                    {"second", json_of_group(groups[c.b], logs)},
                    {"pairs", c.pairs},
                    {"relations",
                     {{"better", c.better}, {"worse", c.worse}, {"equal", c.equal}, {"crosses", c.crosses}}},
                    {"tested", c.tested},
                    {"verdicts",
                     {{"dominates", c.dominates},
                      {"dominated", c.dominated},
                      {"crosses", c.crosses_surely},
                      {"undecided", c.tested - c.dominates - c.dominated - c.crosses_surely}}}});
  }
  if (!table.rows.empty()) document.add(std::move(table));
  document.add(
      "Seeds of one method are not compared with each other, and votes of seeds are not pooled. How many "
      "pairs of seeds agree describes these trainings; it is not a test over seeds, because pairs share "
      "models and each paired test holds with its own confidence only.");
}

}  // namespace certus
