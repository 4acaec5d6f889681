#include <algorithm>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/certified_logs.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_names.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/best_over_sigma.h"
#include "certus/metrics/grid.h"
#include "certus/metrics/log_groups.h"
#include "certus/metrics/pair_comparison.h"
#include "certus/report/group_comparison_table.h"
#include "certus/report/method_names.h"
#include "certus/report/pair_summary.h"

namespace certus::cli {
namespace {

using certus::json_of;

constexpr std::size_t kPairsShown = 10;  // without --details

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
  if (!pair.test) {
    json["no_test"] = no_test_text(pair.no_test);
    return json;
  }
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

/// Names for tables of one sigma: methods, where these tell the logs of each sigma apart.
std::vector<std::string> names_within_sigma(std::span<const LoadedLog> logs) {
  const auto paths = paths_of(logs);
  const auto methods = method_names(paths);
  std::set<std::pair<double, std::string>> seen;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!seen.emplace(*logs[i].sigma.value, methods[i]).second) return short_names(paths);
  }
  return methods;
}

void add_pairs(Document& document, std::span<const LoadedLog> logs, std::span<const PairComparison> pairs,
               const Arguments& arguments) {
  if (pairs.empty()) {
    document.add(
        "No two logs share a sigma: p_A under different noise means different radii and is not compared.");
    return;
  }
  const auto groups = compared_groups(logs, pairs);
  const auto names = names_within_sigma(logs);
  for (const ComparedGroup& group : groups) {
    for (std::string& line : pair_summary(group, names)) document.add(std::move(line));
  }
  for (const ComparedGroup& group : groups) add_wide(document, pair_matrix(group, names), arguments);
  for (std::string& line : sign_meaning(arguments.real_or_default("--confidence")))
    document.add(std::move(line));
  if (pairs.size() > kPairsShown && !arguments.flag("--details")) {
    document.add(join_text("--details lists the ", pairs.size(),
                           " pairs with the intervals of p where one curve is below the other."));
    return;
  }
  for (const ComparedGroup& group : groups) document.add(pair_table(group, names));
}

/// Radii down, methods across; only where a method has several sigmas.
void add_best_over_sigma(Document& document, const std::vector<BestOverSigma>& best,
                         const Arguments& arguments) {
  if (std::none_of(best.begin(), best.end(), [](auto& method) { return method.sigmas.size() > 1; })) return;
  std::vector<std::string> paths;
  for (const BestOverSigma& method : best) paths.push_back(method.method);
  Table table{.title = "Best certified accuracy % over sigma / the sigma that gives it",
              .header = {"radius"},
              .rows = {}};
  for (const std::string& name : method_names(paths)) table.header.push_back(name);
  for (std::size_t r = 0; r < best.front().points.size(); ++r) {
    std::vector<Cell> row{text_cell(round_trip_text(best.front().points[r].radius))};
    for (const BestOverSigma& method : best) {
      const auto& point = method.points[r];
      row.push_back(text_cell(join_text(fixed_text(100.0 * point.value, 2), '/', point.sigma)));
    }
    table.rows.push_back(std::move(row));
  }
  add_wide(document, std::move(table), arguments);
}

Json json_of(const BestOverSigma& method) {
  Json entry{{"method", method.method}, {"sigmas", method.sigmas}, {"points", Json::array()}};
  for (const auto& point : method.points)
    entry["points"].push_back({{"radius", point.radius}, {"value", point.value}, {"sigma", point.sigma}});
  return entry;
}

void add_notes(Document& document, std::span<const LoadedLog> logs, std::span<const PaDistribution> p_a) {
  document.add(
      "A dominating model certifies at least as many images at every radius and budget, by plug-in.");
  if (!std::all_of(p_a.begin(), p_a.end(), [](auto& log) { return log.has_one_n(); })) {
    document.add(
        "Images of anytime records stopped because of their votes: their relations compare estimates of p_A, "
        "coarse near p = 1, and they are not tested, for a share of 1 may be 30 votes without a miss.");
  }
  const auto names = short_names(paths_of(logs));
  LogNotes notes(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i) {
    notes.add(names[i], budget_sentence(logs[i]));
    for (const auto& note : logs[i].notes) notes.add(names[i], note);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
}

int run_compare(const Arguments& arguments) {
  UnreadLogs unread;
  const std::vector<LoadedLog> logs = load_readable_logs(arguments, 2, unread);
  auto warnings = check_comparable(logs, arguments);
  const auto best = best_over_sigma(logs, radii_of(arguments, largest_radius_at(logs, {})));
  std::vector<PaDistribution> p_a;
  for (const LoadedLog& loaded : logs) p_a.emplace_back(loaded.log, loaded.budget().n);
  PairComparisonOptions options{.confidence = arguments.real_or_default("--confidence"), .p = {}};
  if (const auto given = arguments.text("--p")) options.p = parse_grid(*given, "--p", 0.5, 1.0);
  std::vector<PairComparison> pairs;
  const auto paths = paths_of(logs);
  const auto groups = log_groups(logs, labelled_logs(arguments, method_names(paths), paths));
  for (std::string& warning : group_warnings(logs, groups)) warnings.push_back(std::move(warning));
  compare_pairs(logs, p_a, options, [&](const PairComparison& pair) {
    if (!are_of_one_group(groups, pair.a, pair.b)) pairs.push_back(pair);
  });

  Document document;
  document.json = {{"dominates", Json::array()},
                   {"pairs", Json::array()},
                   {"best_over_sigma", Json::array()},
                   {"warnings", warnings},
                   {"unreadable", unread.json()}};
  for (const PairComparison& pair : pairs) {
    const std::string& a = logs[pair.a].log.path;
    const std::string& b = logs[pair.b].log.path;
    if (pair.dominance.relation == Relation::kBetter) document.json["dominates"].push_back({a, b});
    if (pair.dominance.relation == Relation::kWorse) document.json["dominates"].push_back({b, a});
    document.json["pairs"].push_back(json_of(pair, logs));
  }
  for (const BestOverSigma& method : best) document.json["best_over_sigma"].push_back(json_of(method));
  const auto names = short_names(paths);
  for (const auto& warning : warnings) document.add("WARNING: " + with_short_names(warning, paths, names));
  unread.warn(document);
  document.json["near_constant"] = near_constant_logs(logs, names, document);
  add_group_comparisons(document, logs, groups, pairs);
  add_pairs(document, logs, pairs, arguments);
  add_best_over_sigma(document, best, arguments);
  add_notes(document, logs, p_a);
  deliver(document, arguments);
  return unread.tell();
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "which model is better: dominance of p_A distributions, crossings, and how surely",
      .description =
          "Model A is better than B iff P_A(p_A >= p) >= P_B(p_A >= p) for all p >= 1/2, and > "
          "somewhere: then A "
          "certifies at least as many images at every radius and budget, by plug-in. Prints that "
          "relation for every "
          "pair of logs with the "
          "same sigma and, for few pairs or with --details, the widest interval of p where it fails; "
          "--format json has all of them. For logs of the same "
          "images there is a paired "
          "test, simultaneous over 64 values of p, with four verdicts: dominates, dominated, crosses, "
          "undecided; records of certify --at and --width have no such test. Logs of one "
          "method at several sigmas (paths equal up to noise_0.25, noise_0.5, ...) also give the best "
          "certified accuracy over "
          "sigma.\n"
          "Logs that differ by the seed of training alone are one method: its seeds are never compared "
          "with each other, and for each pair of methods it says in how many pairs of seeds a relation or "
          "verdict holds.\n"
          "Logs of different budgets or images are refused; --shared-images cuts them to the images that all "
          "have, and --mixed compares them all the same, flagged. "
          "Logs that give different labels to the same image are never tested against each other.",
      .positional = {.name = "LOG", .help = "certification log", .least = 2, .most = 10'000},
      .options =
          std::vector<Option>{{.name = "--p",
                               .kind = Option::Kind::kText,
                               .value_name = "A:STEP:B|LIST",
                               .help = "compare at these p in [0.5, 1] only",
                               .default_text = "every p where a curve steps"},
                              label_option(),
                              radii_option(),
                              confidence_option(),
                              {.name = "--details",
                               .kind = Option::Kind::kFlag,
                               .help = "a row for each pair, also when there are more than 10"},
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
