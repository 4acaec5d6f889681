#include "certus/metrics/group_comparison.h"

#include <algorithm>
#include <map>
#include <utility>

#include "certus/base/error.h"

namespace certus {
namespace {

/// The group of each log.
std::map<std::size_t, std::size_t> group_of_logs(std::span<const LogGroup> groups) {
  std::map<std::size_t, std::size_t> group_of;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t member : groups[g].members) group_of[member] = g;
  }
  return group_of;
}

/// Adds one pair of seeds; `forward` where its first log is of the comparison's first group.
void count(const PairComparison& pair, bool forward, GroupComparison& into) {
  ++into.pairs;
  switch (pair.dominance.relation) {
    case Relation::kBetter:
      ++(forward ? into.better : into.worse);
      break;
    case Relation::kWorse:
      ++(forward ? into.worse : into.better);
      break;
    case Relation::kEqual:
      ++into.equal;
      break;
    case Relation::kCrosses:
      ++into.crosses;
      break;
  }
  if (!pair.test) return;
  ++into.tested;
  switch (pair.test->verdict) {
    case Verdict::kDominates:
      ++(forward ? into.dominates : into.dominated);
      break;
    case Verdict::kDominated:
      ++(forward ? into.dominated : into.dominates);
      break;
    case Verdict::kCrosses:
      ++into.crosses_surely;
      break;
    case Verdict::kUndecided:
      break;
  }
}

/// "better in 7 of 9 pairs of seeds, crosses in 2", by falling count.
std::string counts_text(std::vector<std::pair<std::string, std::size_t>> counts, std::size_t all,
                        const char* unit) {
  std::stable_sort(counts.begin(), counts.end(), [](auto& x, auto& y) { return x.second > y.second; });
  std::string text;
  for (const auto& [word, times] : counts) {
    if (times == 0) continue;
    text += text.empty() ? join_text(word, " in ", times, " of ", all, unit)
                         : join_text(", ", word, " in ", times);
  }
  return text;
}

}  // namespace

std::vector<GroupComparison> compare_groups(std::span<const LogGroup> groups,
                                            std::span<const PairComparison> pairs) {
  const auto group_of = group_of_logs(groups);
  std::map<std::pair<std::size_t, std::size_t>, GroupComparison> found;
  for (const PairComparison& pair : pairs) {
    const std::size_t first = group_of.at(pair.a);
    const std::size_t second = group_of.at(pair.b);
    if (first == second) continue;
    GroupComparison& comparison = found[std::minmax(first, second)];
    comparison.a = std::min(first, second);
    comparison.b = std::max(first, second);
    count(pair, first < second, comparison);
  }
  std::vector<GroupComparison> out;
  for (const auto& [places, comparison] : found) out.push_back(comparison);
  return out;
}

bool are_of_one_group(std::span<const LogGroup> groups, std::size_t log, std::size_t other) {
  return std::any_of(groups.begin(), groups.end(), [&](const LogGroup& group) {
    const auto has = [&](std::size_t i) {
      return std::find(group.members.begin(), group.members.end(), i) != group.members.end();
    };
    return has(log) && has(other);
  });
}

std::string relations_text(const GroupComparison& c) {
  return counts_text({{relation_text(Relation::kBetter), c.better},
                      {relation_text(Relation::kWorse), c.worse},
                      {relation_text(Relation::kCrosses), c.crosses},
                      {relation_text(Relation::kEqual), c.equal}},
                     c.pairs, c.pairs == 1 ? " pair of seeds" : " pairs of seeds");
}

std::string verdicts_text(const GroupComparison& c) {
  return counts_text(
      {{verdict_text(Verdict::kDominates), c.dominates},
       {verdict_text(Verdict::kDominated), c.dominated},
       {verdict_text(Verdict::kCrosses), c.crosses_surely},
       {verdict_text(Verdict::kUndecided), c.tested - c.dominates - c.dominated - c.crosses_surely}},
      c.tested, "");
}

}  // namespace certus
