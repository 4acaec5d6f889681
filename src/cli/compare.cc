#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/commands.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/pair_comparison.h"

namespace certus::cli {
namespace {

using certus::json_of;

Json intervals_json(const std::vector<PInterval>& intervals) {
  Json out = Json::array();
  for (const PInterval& i : intervals) out.push_back({i.from, i.to});
  return out;
}

Json json_of(const PairComparison& pair, const std::vector<LoadedLog>& logs) {
  const Dominance& d = pair.dominance;
  Json json{{"a", logs[pair.a].log.path},
            {"b", logs[pair.b].log.path},
            {"sigma", *logs[pair.a].sigma.value},
            {"relation", relation_text(d.relation)},
            {"a_below", intervals_json(d.a_below)},
            {"b_below", intervals_json(d.b_below)},
            {"crossings", d.crossings},
            {"largest_lead", {{"value", d.largest_lead}, {"p", d.lead_at}}},
            {"largest_deficit", {{"value", d.largest_deficit}, {"p", d.deficit_at}}}};
  if (!pair.test) return json;
  const PairedTest& test = *pair.test;
  Json points = Json::array();
  for (const auto& point : test.points) {
    points.push_back(
        {{"p", point.p}, {"only_a", point.only_a}, {"only_b", point.only_b}, {"decided", point.decided}});
  }
  json["paired_test"] = {{"verdict", verdict_text(test.verdict)},
                         {"images", test.images},
                         {"level", test.level},
                         {"crossings", intervals_json(test.crossings)},
                         {"points", points}};
  return json;
}

std::string share_text(double p) {
  return p == 1.0 ? "1" : p > 0.99 ? fixed_text(p, 5) : fixed_text(p, 3);
}

/// "0.504-0.710, 0.99950-1": where a curve lies below the other; long lists are cut.
std::string intervals_text(const std::vector<PInterval>& intervals) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(intervals.size(), kShown); ++i) {
    text += join_text(i == 0 ? "" : ", ", share_text(intervals[i].from), '-', share_text(intervals[i].to));
  }
  if (intervals.size() > kShown) text += join_text(" and ", intervals.size() - kShown, " more");
  return text.empty() ? "-" : text;
}

/// "crosses at 0.66-0.72": between which values of p the images decide first for one side, then for the
/// other.
std::string verdict_with_place(const PairedTest& test) {
  const std::string verdict = verdict_text(test.verdict);
  return test.crossings.empty() ? verdict : join_text(verdict, " at ", intervals_text(test.crossings));
}

/// Where the test decided for either side: "above on 40 of 64 points".
std::string decided_text(const PairedTest& test) {
  const auto count = [&](int side) {
    return std::count_if(test.points.begin(), test.points.end(), [&](auto& p) { return p.decided == side; });
  };
  return join_text(count(1), '/', count(-1), " of ", test.points.size());
}

/// @param members  places of the logs of this sigma
void add_matrix(Document& document, const std::vector<PairComparison>& pairs,
                const std::vector<std::string>& names, const std::vector<std::size_t>& members,
                double sigma) {
  Table table{.title = join_text("Row against column at sigma ", sigma, " (P(p_A >= p) for all p >= 1/2)"),
              .header = {"log"},
              .rows = {}};
  for (std::size_t i = 0; i < members.size(); ++i) table.header.push_back(join_text('[', i + 1, ']'));
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::vector<Cell> row{text_cell(join_text('[', i + 1, "] ", names[members[i]]))};
    for (const std::size_t other : members) {
      std::string text = ".";
      for (const PairComparison& pair : pairs) {
        if (pair.a == members[i] && pair.b == other) text = relation_text(pair.dominance.relation);
        if (pair.b == members[i] && pair.a == other) {
          const Relation r = pair.dominance.relation;
          text = relation_text(r == Relation::kBetter  ? Relation::kWorse
                               : r == Relation::kWorse ? Relation::kBetter
                                                       : r);
        }
      }
      row.push_back(text_cell(text));
    }
    table.rows.push_back(std::move(row));
  }
  document.add(std::move(table));
}

int run_compare(const Arguments& arguments) {
  const double confidence = arguments.real_or_default("--confidence");
  const std::vector<LoadedLog> logs = load_compared_logs(arguments, arguments.positionals());
  const auto warnings = check_comparable(logs, arguments);
  const auto radii = radii_of(arguments, largest_radius_at(logs, {}));
  const auto best = best_over_sigma(logs, radii);

  const auto names = short_names(arguments.positionals());
  std::vector<PaDistribution> p_a;
  std::vector<double> sigmas;
  for (const LoadedLog& loaded : logs) {
    p_a.emplace_back(loaded.log, loaded.budget().n);
    const double sigma = *loaded.sigma.value;
    if (std::find(sigmas.begin(), sigmas.end(), sigma) == sigmas.end()) sigmas.push_back(sigma);
  }
  PairComparisonOptions options{.confidence = confidence, .p = {}};
  if (const auto given = arguments.text("--p")) options.p = parse_grid(*given, "--p", 0.5, 1.0);
  std::vector<PairComparison> pairs;
  compare_pairs(logs, p_a, options, [&](const PairComparison& pair) { pairs.push_back(pair); });

  Document document;
  document.json = {{"dominates", Json::array()},
                   {"pairs", Json::array()},
                   {"best_over_sigma", Json::array()},
                   {"warnings", warnings}};
  for (const auto& warning : warnings) document.add("WARNING: " + warning);
  for (const double sigma : sigmas) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (*logs[i].sigma.value == sigma) members.push_back(i);
    }
    if (members.size() > 1) add_matrix(document, pairs, names, members, sigma);
  }
  Table details{
      .title = join_text(
          "Pairs: where the first lies below the second and the other way round; paired test at confidence ",
          confidence),
      .header = {"first", "second", "relation", "first below at p", "second below at p", "test",
                 "decided for first/second"},
      .rows = {}};
  for (const PairComparison& pair : pairs) {
    const std::string& a = logs[pair.a].log.path;
    const std::string& b = logs[pair.b].log.path;
    if (pair.dominance.relation == Relation::kBetter) document.json["dominates"].push_back({a, b});
    if (pair.dominance.relation == Relation::kWorse) document.json["dominates"].push_back({b, a});
    document.json["pairs"].push_back(json_of(pair, logs));
    details.rows.push_back(
        {text_cell(names[pair.a]), text_cell(names[pair.b]),
         text_cell(relation_text(pair.dominance.relation)), text_cell(intervals_text(pair.dominance.a_below)),
         text_cell(intervals_text(pair.dominance.b_below)),
         text_cell(pair.test                                            ? verdict_with_place(*pair.test)
                   : p_a[pair.a].has_one_n() && p_a[pair.b].has_one_n() ? "no shared images"
                                                                        : "none: images stopped"),
         text_cell(pair.test ? decided_text(*pair.test) : "-")});
  }
  if (!details.rows.empty()) document.add(std::move(details));
  if (pairs.empty()) {
    document.add(
        "No two logs share a sigma: p_A under different noise means different radii and is not compared.");
  }

  Table best_table{.title = "Best certified accuracy % over sigma, at radius (sigma in brackets)",
                   .header = {"logs"},
                   .rows = {}};
  for (const double radius : radii) best_table.header.push_back(round_trip_text(radius));
  std::vector<std::string> method_paths;
  for (const BestOverSigma& method : best) method_paths.push_back(method.method);
  const auto method_names = short_names(method_paths);
  for (std::size_t i = 0; i < best.size(); ++i) {
    const BestOverSigma& method = best[i];
    Json entry{{"method", method.method}, {"sigmas", method.sigmas}, {"points", Json::array()}};
    std::vector<Cell> row{text_cell(method_names[i])};
    for (const auto& point : method.points) {
      entry["points"].push_back({{"radius", point.radius}, {"value", point.value}, {"sigma", point.sigma}});
      row.push_back(text_cell(join_text(fixed_text(100.0 * point.value, 2), " (", point.sigma, ')')));
    }
    document.json["best_over_sigma"].push_back(entry);
    best_table.rows.push_back(std::move(row));
  }
  const bool several_sigmas =
      std::any_of(best.begin(), best.end(), [](auto& method) { return method.sigmas.size() > 1; });
  if (several_sigmas) document.add(std::move(best_table));
  document.add(
      "A dominating model certifies at least as many images at every radius and budget, by plug-in. The test "
      "asks how "
      "surely, on the shared images: undecided means they cannot tell at every p.");
  if (!std::all_of(p_a.begin(), p_a.end(), [](auto& log) { return log.has_one_n(); })) {
    document.add(
        "Images of anytime records stopped because of their votes: their relations compare estimates of p_A, "
        "coarse near p = 1, and they are not tested, for a share of 1 may be 30 votes without a miss.");
  }
  LogNotes notes(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i) {
    notes.add(names[i], budget_sentence(logs[i]));
    for (const auto& note : logs[i].notes) notes.add(names[i], note);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
  deliver(document, arguments);
  return 0;
}

}  // namespace

Command compare_command() {
  return {.name = "compare",
          .summary = "which model is better: dominance of p_A distributions, crossings, and how surely",
          .description =
              "Model A is better than B iff P_A(p_A >= p) >= P_B(p_A >= p) for all p >= 1/2, and > "
              "somewhere: then A "
              "certifies at least as many images at every radius and budget, by plug-in. Prints that "
              "relation for every "
              "pair of logs with the "
              "same sigma, the intervals of p where it fails and the crossing points; for logs of the same "
              "images also a paired "
              "test, simultaneous over 64 values of p, with four verdicts: dominates, dominated, crosses, "
              "undecided; records of certify --at and --width have no such test. Logs of one "
              "method at several sigmas (paths equal up to noise_0.25, noise_0.5, ...) also give the best "
              "certified accuracy over "
              "sigma.\n"
              "Logs of different budgets or images are refused; --mixed compares them all the same, flagged.",
          .positional = {.name = "LOG", .help = "certification log", .least = 2, .most = 10'000},
          .options =
              std::vector<Option>{{.name = "--p",
                                   .kind = Option::Kind::kText,
                                   .value_name = "A:STEP:B|LIST",
                                   .help = "compare at these p in [0.5, 1] only",
                                   .default_text = "every p where a curve steps"},
                                  radii_option(),
                                  confidence_option(),
                                  shared_images_option(),
                                  {.name = "--mixed",
                                   .kind = Option::Kind::kFlag,
                                   .help = "compare logs of different budgets or images, with a warning"}} +
              log_budget_options() + output_options(),
          .examples = {{"certus compare logs/*/noise_0.5.tsv", "all methods at one noise level"},
                       {"certus compare logs/*/noise_*.tsv --format json",
                        "all noise levels, with the best over sigma"}},
          .run = run_compare};
}

}  // namespace certus::cli
