#include "certus/report/pair_summary.h"

#include <algorithm>
#include <functional>

#include "certus/base/error.h"
#include "certus/base/number_text.h"

namespace certus {
namespace {

/// How a pair stands after its test. Where the test confirms nothing, it stands as the curves of
/// these logs do.
struct Standing {
  Relation relation = Relation::kEqual;
  bool is_confirmed = false;
};

Standing standing_of(const PairComparison& pair) {
  if (pair.test && pair.test->verdict == Verdict::kDominates) return {Relation::kBetter, true};
  if (pair.test && pair.test->verdict == Verdict::kDominated) return {Relation::kWorse, true};
  if (pair.test && pair.test->verdict == Verdict::kCrosses) return {Relation::kCrosses, true};
  return {pair.dominance.relation, false};
}

Relation mirrored(Relation relation) {
  if (relation == Relation::kBetter) return Relation::kWorse;
  return relation == Relation::kWorse ? Relation::kBetter : relation;
}

std::string sign_of(Relation relation, bool is_confirmed) {
  if (relation == Relation::kEqual) return "=";
  const char* const sign = relation == Relation::kBetter ? ">" : relation == Relation::kWorse ? "<" : "x";
  return is_confirmed ? sign : std::string(sign) + "?";
}

std::string pairs_text(std::size_t count) {
  return join_text(count, count == 1 ? " pair" : " pairs");
}

/// "b, c and d".
std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return out;
}

/// An interval with as many digits as tell its ends apart: three below 0.99, five above, more where
/// these are the same.
std::string interval_text(const PInterval& interval) {
  const auto share_text = [](double p, int more) {
    return p == 1.0 ? "1" : fixed_text(p, (p > 0.99 ? 5 : 3) + more);
  };
  constexpr int kMost = 6;
  if (interval.from == interval.to) return share_text(interval.from, 0);
  int more = 0;
  while (more < kMost && share_text(interval.from, more) == share_text(interval.to, more)) ++more;
  return join_text(share_text(interval.from, more), '-', share_text(interval.to, more));
}

/// " (0.602-0.985)": where a dominance is confirmed; nothing where that is up to p = 1.
std::string confirmed_range_text(const PairComparison& pair, const Standing& standing) {
  const bool is_dominance = standing.is_confirmed &&
                            (standing.relation == Relation::kBetter || standing.relation == Relation::kWorse);
  if (!is_dominance || pair.test->lead->range.to == 1.0) return "";
  return join_text(" (", interval_text(pair.test->lead->range), ')');
}

/// The pairs that `belongs` takes, the better one first, joined by their first: "a dominates b and c; b
/// dominates c". Only their number where there are more than `most`; nothing when there are none.
void add_pairs(std::vector<std::string>& lines, const ComparedGroup& group,
               const std::vector<std::string>& names, const char* head, const char* verb, std::size_t most,
               const std::function<bool(const PairComparison&, const Standing&)>& belongs) {
  struct Line {
    std::size_t first;
    std::vector<std::string> others;
  };
  std::vector<Line> by_first;
  std::size_t count = 0;
  for (const PairComparison& pair : group.pairs) {
    const Standing standing = standing_of(pair);
    if (!belongs(pair, standing)) continue;
    ++count;
    const bool swapped = standing.relation == Relation::kWorse;
    const std::size_t first = swapped ? pair.b : pair.a;
    auto found = std::find_if(by_first.begin(), by_first.end(), [&](auto& l) { return l.first == first; });
    if (found == by_first.end()) found = by_first.insert(by_first.end(), Line{first, {}});
    found->others.push_back(names[swapped ? pair.a : pair.b] + confirmed_range_text(pair, standing));
  }
  if (count == 0) return;
  if (count > most) {
    lines.push_back(join_text("  ", head, ": ", count, " pairs, see the table."));
    return;
  }
  std::string text = join_text(head, " (", pairs_text(count), "): ");
  for (std::size_t i = 0; i < by_first.size(); ++i) {
    text +=
        join_text(i == 0 ? "" : "; ", names[by_first[i].first], ' ', verb, ' ', listed(by_first[i].others));
  }
  lines.push_back(join_text("  ", text, '.'));
}

/// "dominates 0.505-1", "crosses 0.62-0.93 (+1)", "undecided, second to 0.710".
std::string test_text(const PairComparison& pair) {
  if (!pair.test) return "none: " + no_test_text(pair.no_test);
  const PairedTest& test = *pair.test;
  std::string text = verdict_text(test.verdict);
  if (!test.crossings.empty()) return join_text(text, ' ', widest_interval_text(test.crossings));
  if (!test.lead) return text;
  const PInterval& range = test.lead->range;
  if (test.verdict == Verdict::kUndecided)
    return join_text(text, test.lead->side > 0 ? ", first to " : ", second to ",
                     interval_text({range.to, range.to}));
  return join_text(text, ' ', interval_text(range));
}

}  // namespace

std::vector<ComparedGroup> compared_groups(std::span<const LoadedLog> logs,
                                           std::span<const PairComparison> pairs) {
  std::vector<ComparedGroup> groups;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double sigma = *logs[i].sigma.value;
    auto found = std::find_if(groups.begin(), groups.end(), [&](auto& g) { return g.sigma == sigma; });
    if (found == groups.end())
      found = groups.insert(groups.end(), {.sigma = sigma, .members = {}, .pairs = {}});
    found->members.push_back(i);
  }
  for (ComparedGroup& group : groups) {
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(group.pairs),
                 [&](const PairComparison& pair) { return *logs[pair.a].sigma.value == group.sigma; });
  }
  std::erase_if(groups, [](const ComparedGroup& group) { return group.members.size() < 2; });
  return groups;
}

std::vector<std::string> pair_summary(const ComparedGroup& group, const std::vector<std::string>& names) {
  std::vector<std::string> lines{join_text("Sigma ", group.sigma, ": ", pairs_text(group.pairs.size()),
                                           " of ", group.members.size(), " logs.")};
  const auto add = [&](const char* head, const char* verb, std::size_t most, auto belongs) {
    add_pairs(lines, group, names, head, verb, most, belongs);
  };
  constexpr std::size_t kAll = 100;
  constexpr std::size_t kFew = 6;
  using R = Relation;
  const auto is_better = [](R relation) { return relation == R::kBetter || relation == R::kWorse; };
  add("Confirmed at every p that the shared images can decide", "dominates", kAll,
      [&](auto&, auto& s) { return s.is_confirmed && is_better(s.relation); });
  add("Confirmed that each is ahead at some p", "crosses", kFew,
      [](auto&, auto& s) { return s.is_confirmed && s.relation == R::kCrosses; });
  add("Not decided, though one curve is never below the other", "above", kAll,
      [&](auto& p, auto& s) { return p.test && !s.is_confirmed && is_better(s.relation); });
  add("Not decided, and the curves cross", "crosses", kFew,
      [](auto& p, auto& s) { return p.test && !s.is_confirmed && s.relation == R::kCrosses; });
  add("Equal curves", "equals", kFew,
      [](auto& p, auto& s) { return p.test && !s.is_confirmed && s.relation == R::kEqual; });
  add("Not tested, because the labels differ", "with", kFew,
      [](auto& p, auto&) { return p.no_test == NoTest::kLabelsDiffer; });
  add("Not tested, because the logs share no images", "with", kFew,
      [](auto& p, auto&) { return p.no_test == NoTest::kNoSharedImages; });
  add("Not tested, because images stopped early", "with", kFew,
      [](auto& p, auto&) { return p.no_test == NoTest::kImagesStopped; });
  return lines;
}

Table pair_matrix(const ComparedGroup& group, const std::vector<std::string>& names) {
  Table table{.title = join_text("Row against column at sigma ", group.sigma), .header = {"log"}, .rows = {}};
  const std::size_t size = group.members.size();
  std::vector<std::vector<std::string>> signs(size, std::vector<std::string>(size, "."));
  const auto place_of = [&](std::size_t log) {
    return static_cast<std::size_t>(std::find(group.members.begin(), group.members.end(), log) -
                                    group.members.begin());
  };
  for (const PairComparison& pair : group.pairs) {
    const Standing standing = standing_of(pair);
    const std::size_t a = place_of(pair.a);
    const std::size_t b = place_of(pair.b);
    signs[a][b] = sign_of(standing.relation, standing.is_confirmed);
    signs[b][a] = sign_of(mirrored(standing.relation), standing.is_confirmed);
  }
  for (std::size_t i = 0; i < size; ++i) {
    table.header.push_back(join_text('[', i + 1, ']'));
    std::vector<Cell> row{text_cell(join_text('[', i + 1, "] ", names[group.members[i]]))};
    for (const std::string& sign : signs[i]) row.push_back(text_cell(sign));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> sign_meaning(double confidence) {
  return {"> row dominates column, < row is dominated, x they cross, = equal curves.",
          "? not confirmed: the curves of these logs look so, but their images do not decide at every p.",
          "A dominance is confirmed for the p in brackets, else up to p = 1; elsewhere nothing is decided.",
          join_text("Each paired test has confidence ", confidence, " by itself, not all of them at once.")};
}

Table pair_table(const ComparedGroup& group, const std::vector<std::string>& names) {
  Table table{.title = join_text("Pairs at sigma ", group.sigma,
                                 ": widest interval of p where a curve is below the other (+ further ones)"),
              .header = {"first", "second", "first below", "second below", "paired test"},
              .rows = {},
              .left_columns = 2};
  for (const PairComparison& pair : group.pairs) {
    table.rows.push_back({text_cell(names[pair.a]), text_cell(names[pair.b]),
                          text_cell(widest_interval_text(pair.dominance.a_below)),
                          text_cell(widest_interval_text(pair.dominance.b_below)),
                          text_cell(test_text(pair))});
  }
  return table;
}

std::string widest_interval_text(std::span<const PInterval> intervals) {
  if (intervals.empty()) return "-";
  const auto widest = std::max_element(intervals.begin(), intervals.end(),
                                       [](auto& a, auto& b) { return a.to - a.from < b.to - b.from; });
  const std::string text = interval_text(*widest);
  return intervals.size() == 1 ? text : join_text(text, " (+", intervals.size() - 1, ')');
}

}  // namespace certus
