#include <algorithm>
#include <cmath>
#include <set>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/class_labels.h"
#include "certus/cli/commands.h"
#include "certus/cli/labels.h"
#include "certus/cli/log_names.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/cli/unread_logs.h"
#include "certus/logs/near_constant.h"
#include "certus/metrics/acr.h"
#include "certus/metrics/certified_accuracy.h"
#include "certus/metrics/class_view.h"
#include "certus/metrics/draws_spent.h"
#include "certus/metrics/p_a_distribution.h"
#include "certus/stats/dataset_statement.h"

namespace certus::cli {
namespace {

using certus::json_of;

/// Everything one log, or one class of it, says.
struct Evaluation {
  std::int64_t rows = 0;
  std::int64_t abstained = 0;
  Estimate clean;
  std::optional<double> acr;
  std::vector<Estimate> accuracy;
  std::vector<Estimate> p_a;
};

struct Grids {
  std::vector<double> radii;
  std::vector<double> p;
  double confidence = 0.95;
};

Evaluation evaluate(const CertificationLog& log, const std::optional<std::int64_t>& n, const Grids& grids) {
  Evaluation evaluation{.rows = static_cast<std::int64_t>(log.rows()),
                        .abstained = abstentions(log),
                        .clean = clean_accuracy(log, grids.confidence)};
  if (log.has_radii()) {
    // Anytime radii are those that were asked for, or known to within a width: their mean says nothing.
    if (log.has_one_n()) evaluation.acr = average_certified_radius(log);
    evaluation.accuracy = certified_accuracy(log, grids.radii, grids.confidence);
  }
  if (n && !log.label_votes.empty() && log.has_own_votes())
    evaluation.p_a = PaDistribution(log, *n).curve(grids.p, grids.confidence);
  return evaluation;
}

struct ClassEvaluation {
  int label = 0;
  std::string name;  ///< empty: it has a number only
  Evaluation evaluation;
};

struct LogEvaluation {
  std::string name;  ///< for tables
  LoadedLog loaded;
  Evaluation whole;
  std::vector<ClassEvaluation> classes;
  std::optional<NearConstant> near_constant;
};

/// The logs that can be read; the others go to `unread`.
std::vector<LogEvaluation> read_logs(const Arguments& arguments, UnreadLogs& unread) {
  std::vector<LogEvaluation> logs;
  std::vector<std::string> paths;
  for (const std::string& path : arguments.positionals()) {
    try {
      logs.push_back({.name = {}, .loaded = load_log(path, log_budget(arguments))});
      logs.back().near_constant = near_constant(logs.back().loaded.log);
      paths.push_back(path);
    } catch (const Error& error) {
      unread.add(path, error);
    }
  }
  unread.check_left(logs.size(), 1);
  const auto names = labelled_each(arguments, short_names(paths), paths);
  for (std::size_t i = 0; i < logs.size(); ++i) logs[i].name = names[i];
  return logs;
}

/// With probability at least 1 - rho at most this many of the log's certificates are false.
std::optional<std::int64_t> false_certificates(const LogEvaluation& log, double rho) {
  // Never from an assumed alpha: the statement would be as good as the guess.
  if (!log.loaded.alpha.value || log.loaded.alpha.source == Source::kHabit) return std::nullopt;
  if (!log.loaded.log.has_radii()) return std::nullopt;
  return most_false_certificates(log.whole.rows, *log.loaded.alpha.value, rho);
}

/// The share of votes below which a foreign log leaves P(p_A >= p) open.
std::optional<double> uncertain_below(const LogEvaluation& log) {
  if (log.loaded.log.has_counts() || !log.loaded.has_budget()) return std::nullopt;
  const Budget budget = log.loaded.budget();
  const auto least = k_min(0.0, budget);
  return least ? std::optional(static_cast<double>(*least) / static_cast<double>(budget.n)) : std::nullopt;
}

Json json_of(const Evaluation& evaluation) {
  return {{"rows", evaluation.rows},
          {"abstentions", evaluation.abstained},
          {"acr", json_of(evaluation.acr)},
          {"clean_accuracy", evaluation.clean.value},
          {"certified_accuracy", json_of(evaluation.accuracy, "radius")},
          {"p_a", json_of(evaluation.p_a, "p")}};
}

/// The class with the smallest value; the first of equals.
template <typename ValueOf>
const ClassEvaluation& worst_class(const std::vector<ClassEvaluation>& classes, ValueOf value_of) {
  return *std::min_element(classes.begin(), classes.end(), [&](const auto& a, const auto& b) {
    return value_of(a.evaluation) < value_of(b.evaluation);
  });
}

Json json_of(const LogEvaluation& log, double rho) {
  const LoadedLog& loaded = log.loaded;
  Json json{{"log", loaded.log.path}, {"name", log.name}};
  json.update(json_of(log.whole));
  json["sigma"] = json_of(loaded.sigma.value);
  json["n"] = json_of(loaded.n.value);
  json["alpha"] = json_of(loaded.alpha.value);
  json["sources"] = {{"sigma", source_text(loaded.sigma.source)},
                     {"n", source_text(loaded.n.source)},
                     {"alpha", source_text(loaded.alpha.source)}};
  json["acr_is_fit_for_ranking"] = false;
  json["near_constant"] = log.near_constant.has_value();
  if (!loaded.log.has_one_n()) {
    const DrawsSpent spent = draws_spent(loaded);
    json["draws"] = {{"mean", spent.mean},
                     {"fixed", spent.fixed},
                     {"decided", spent.decided},
                     {"ended", spent.ended},
                     {"undecided", spent.undecided}};
  }
  if (const auto q = false_certificates(log, rho)) {
    json["data_set_statement"] = {
        {"rho", rho},
        {"most_false_certificates", *q},
        {"share", static_cast<double>(*q) / static_cast<double>(log.whole.rows)},
        {"cohen_closed_form", cohen_false_share(log.whole.rows, *loaded.alpha.value, rho)}};
  }
  json["notes"] = loaded.notes;
  if (log.classes.empty()) return json;
  for (const auto& entry : log.classes) {
    Json row{{"class", entry.label}};
    if (!entry.name.empty()) row["name"] = entry.name;
    row.update(json_of(entry.evaluation));
    json["per_class"].push_back(row);
  }
  Json worst{{"clean_accuracy", worst_class(log.classes, [](auto& e) { return e.clean.value; }).label}};
  const auto at_points = [&](const char* key, const char* at, auto curve_of) {
    for (std::size_t i = 0; i < curve_of(log.whole).size(); ++i) {
      const auto& entry = worst_class(log.classes, [&](auto& e) { return curve_of(e)[i].value; });
      worst[key].push_back({{at, curve_of(log.whole)[i].at},
                            {"class", entry.label},
                            {"value", curve_of(entry.evaluation)[i].value}});
    }
  };
  if (log.whole.acr) worst["acr"] = worst_class(log.classes, [](auto& e) { return *e.acr; }).label;
  at_points(
      "certified_accuracy", "radius", [](const Evaluation& e) -> const auto& { return e.accuracy; });
  at_points(
      "p_a", "p", [](const Evaluation& e) -> const auto& { return e.p_a; });
  json["worst_class"] = worst;
  return json;
}

Table summary_table(const std::vector<LogEvaluation>& logs) {
  Table table{.title = "Logs",
              .header = {"log", "rows", "sigma", "n", "alpha", "abstain %", "clean %", "ACR"},
              .rows = {}};
  for (const auto& log : logs) {
    const LoadedLog& loaded = log.loaded;
    table.rows.push_back(
        {text_cell(log.name), count_cell(log.whole.rows),
         loaded.sigma.value ? exact_cell(*loaded.sigma.value) : text_cell("?"),
         loaded.n.value ? count_cell(*loaded.n.value) : text_cell("?"),
         loaded.alpha.value ? exact_cell(*loaded.alpha.value) : text_cell("?"),
         percent_cell(static_cast<double>(log.whole.abstained) / static_cast<double>(log.whole.rows), 2),
         percent_cell(log.whole.clean.value, 2), optional_cell(log.whole.acr, 4)});
  }
  return table;
}

/// What anytime records cost; no rows without any.
Table draws_table(const std::vector<LogEvaluation>& logs) {
  Table table{
      .title = "Draws of anytime certification",
      .header = {"log", "mean draws", "times fewer", "decided %", "given up %", "at the most draws %"},
      .rows = {}};
  for (const auto& log : logs) {
    if (log.loaded.log.has_one_n()) continue;
    const DrawsSpent spent = draws_spent(log.loaded);
    const auto share = [&](std::int64_t images) {
      return percent_cell(static_cast<double>(images) / static_cast<double>(log.whole.rows), 2);
    };
    table.rows.push_back({text_cell(log.name), real_cell(spent.mean, 0),
                          real_cell(spent.fixed / spent.mean, 1), share(spent.decided), share(spent.ended),
                          share(spent.undecided)});
  }
  return table;
}

/// How the numbers of an anytime record are to be read.
std::string anytime_meaning(const Procedure& procedure) {
  return join_text(procedure.accuracy_meaning(),
                   "; its mean radius is no ACR and is left out; the band of P(p_A >= p) holds ",
                   "however images stopped");
}

/// One log: a point a row, with its interval.
Table interval_table(std::string title, const char* at, const char* value,
                     const std::vector<Estimate>& curve) {
  Table table{.title = std::move(title), .header = {at, value, "lower", "upper"}, .rows = {}};
  for (const Estimate& e : curve) {
    table.rows.push_back(
        {exact_cell(e.at), percent_cell(e.value, 2), percent_cell(e.lower, 2), percent_cell(e.upper, 2)});
  }
  return table;
}

/// Several curves over one grid: a curve a row, behind the cells that name it.
template <typename Rows, typename NamesOf, typename CurveOf>
Table matrix_table(std::string title, std::vector<std::string> first, const std::vector<double>& grid,
                   const Rows& rows, NamesOf names_of, CurveOf curve_of) {
  const std::size_t left_columns = first.size();
  Table table{
      .title = std::move(title), .header = std::move(first), .rows = {}, .left_columns = left_columns};
  for (const double at : grid) table.header.push_back(round_trip_text(at));
  for (const auto& row : rows) {
    const auto& curve = curve_of(row);
    if (curve.empty()) continue;
    std::vector<Cell> cells = names_of(row);
    for (const Estimate& e : curve) cells.push_back(percent_cell(e.value, 2));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Names of classes that say more than their numbers do, as those of MNIST do not.
std::vector<std::string> telling_class_names(const Arguments& arguments, const LoadedLog& loaded) {
  const auto names = class_names_of(arguments, loaded);
  for (std::size_t label = 0; label < names.size(); ++label) {
    if (names[label] != std::to_string(label)) return names;
  }
  return {};
}

void add_class_tables(Document& document, const LogEvaluation& log, const Grids& grids,
                      const Arguments& arguments) {
  // Logs have names for all of their classes, or for none.
  std::vector<std::string> first{"class"};
  if (!log.classes.front().name.empty()) first.emplace_back("name");
  const auto names_of = [](const ClassEvaluation& c) {
    std::vector<Cell> cells{text_cell(std::to_string(c.label))};
    if (!c.name.empty()) cells.push_back(text_cell(c.name));
    return cells;
  };
  Table table{
      .title = join_text("Classes of ", log.name), .header = first, .rows = {}, .left_columns = first.size()};
  for (const char* column : {"rows", "abstain %", "clean %", "ACR"}) table.header.emplace_back(column);
  for (const auto& entry : log.classes) {
    const Evaluation& e = entry.evaluation;
    std::vector<Cell> row = names_of(entry);
    row.push_back(count_cell(e.rows));
    row.push_back(percent_cell(static_cast<double>(e.abstained) / static_cast<double>(e.rows), 2));
    row.push_back(percent_cell(e.clean.value, 2));
    row.push_back(optional_cell(e.acr, 4));
    table.rows.push_back(std::move(row));
  }
  add_wide(document, std::move(table), arguments);
  const auto add_worst = [&](std::string what, auto value_of) {
    const auto& worst = worst_class(log.classes, value_of);
    document.add(join_text("Worst class in ", what, ": ", worst.label,
                           worst.name.empty() ? "" : join_text(" (", worst.name, ")"), " with ",
                           fixed_text(100.0 * value_of(worst.evaluation), 2),
                           " % (all classes: ", fixed_text(100.0 * value_of(log.whole), 2), " %)."));
  };
  add_worst("clean accuracy", [](const Evaluation& e) { return e.clean.value; });
  if (!log.whole.accuracy.empty()) {
    add_wide(document,
             matrix_table(
                 "Certified accuracy % per class, at radius", first, grids.radii, log.classes, names_of,
                 [](const ClassEvaluation& c) -> const auto& { return c.evaluation.accuracy; }),
             arguments);
    for (std::size_t i = 1; i < grids.radii.size(); ++i) {
      if (log.whole.accuracy[i].value == 0.0) break;
      add_worst(join_text("certified accuracy at radius ", grids.radii[i]),
                [i](const Evaluation& e) { return e.accuracy[i].value; });
    }
  }
  if (!log.whole.p_a.empty()) {
    add_wide(document,
             matrix_table(
                 "P(p_A >= p) % per class, at p", first, grids.p, log.classes, names_of,
                 [](const ClassEvaluation& c) -> const auto& { return c.evaluation.p_a; }),
             arguments);
    add_worst(join_text("P(p_A >= ", grids.p.front(), ")"),
              [](const Evaluation& e) { return e.p_a.front().value; });
  }
}

/// The radii that one record was decided at, unless others are asked for: between them it says less than it
/// could.
std::optional<std::vector<double>> asked_radii(const Arguments& arguments,
                                               const std::vector<LogEvaluation>& logs) {
  if (arguments.text("--radii") || logs.size() != 1) return std::nullopt;
  const auto& procedure = logs.front().loaded.procedure;
  if (!procedure || procedure->asked_radii().empty()) return std::nullopt;
  return procedure->asked_radii();
}

/// Printed curves, each by itself.
int evaluate_curves(const Arguments& arguments) {
  if (arguments.flag("--per-class"))
    fail(ErrorKind::kConfig, "evaluate: --per-class needs a log, a printed curve does not tell classes");
  Document all;
  all.json = Json::array();
  bool has_accuracy = true;
  const auto& paths = arguments.positionals();
  const auto names = labelled_each(arguments, paths, paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const GivenCurve given = load_printed_curve(paths[i], arguments);
    const auto budget = shown_budget(given, arguments, {});
    has_accuracy = has_accuracy && budget;
    Document one = curve_document(given, names[i], budget, arguments);
    all.json.push_back(std::move(one.json));
    for (auto& block : one.blocks) all.blocks.push_back(std::move(block));
  }
  if (!has_accuracy)
    all.add(
        "Certified accuracy follows for a budget: give --n and --alpha, and --sigma where no name has it.");
  deliver(all, arguments);
  return 0;
}

int run_evaluate(const Arguments& arguments) {
  if (arguments.text("--data") && !arguments.flag("--per-class"))
    fail(ErrorKind::kConfig, "evaluate: --data names classes, which only --per-class shows; give both");
  if (are_printed_curves(arguments.positionals(), "evaluate")) return evaluate_curves(arguments);
  const double rho = arguments.real_or_default("--rho");
  UnreadLogs unread;
  std::vector<LogEvaluation> logs = read_logs(arguments, unread);
  double largest = 0.0;
  for (const auto& log : logs) {
    for (const double radius : log.loaded.log.radius) largest = std::max(largest, radius);
  }
  const Grids grids{.radii = asked_radii(arguments, logs).value_or(radii_of(arguments, largest)),
                    .p = p_grid_of(arguments),
                    .confidence = arguments.real_or_default("--confidence")};
  for (auto& log : logs) {
    log.whole = evaluate(log.loaded.log, log.loaded.n.value, grids);
    if (!arguments.flag("--per-class")) continue;
    const auto names = telling_class_names(arguments, log.loaded);
    for (const int label : classes_of(log.loaded.log)) {
      log.classes.push_back(
          {.label = label,
           .name = names.empty() ? "" : names[static_cast<std::size_t>(label)],
           .evaluation = evaluate(rows_of_class(log.loaded.log, label), log.loaded.n.value, grids)});
    }
  }

  Document document;
  document.json = Json::array();
  for (const auto& log : logs) {
    document.json.push_back(json_of(log, rho));
    if (log.near_constant)
      document.add(join_text("WARNING: ", log.name, ": ", near_constant_text(*log.near_constant)));
  }
  for (const Json& log : unread.json()) document.json.push_back(log);
  unread.warn(document);
  add_wide(document, summary_table(logs), arguments);
  if (Table draws = draws_table(logs); !draws.rows.empty()) add_wide(document, std::move(draws), arguments);
  const std::string confidence = join_text(fixed_text(100.0 * grids.confidence, 1), " %");
  if (logs.size() == 1) {
    const Evaluation& whole = logs[0].whole;
    if (!whole.accuracy.empty()) {
      document.add(interval_table(
          join_text("Certified accuracy % (exact ", confidence, " intervals over the test images)"), "radius",
          "accuracy", whole.accuracy));
    }
    if (!whole.p_a.empty()) {
      document.add(
          interval_table(join_text("P(p_A >= p) %, p_A as votes / n (simultaneous ", confidence,
                                   !logs[0].loaded.log.has_one_n() ? " band over images and their votes)"
                                                                   : " band over the images)"),
                         "p", "share", whole.p_a));
    }
  } else {
    const auto names_of = [](const LogEvaluation& log) { return std::vector<Cell>{text_cell(log.name)}; };
    add_wide(document,
             matrix_table(
                 "Certified accuracy %, at radius", {"log"}, grids.radii, logs, names_of,
                 [](const LogEvaluation& l) -> const auto& { return l.whole.accuracy; }),
             arguments);
    add_wide(document,
             matrix_table(
                 "P(p_A >= p) %, at p", {"log"}, grids.p, logs, names_of,
                 [](const LogEvaluation& l) -> const auto& { return l.whole.p_a; }),
             arguments);
  }
  std::set<std::pair<std::int64_t, double>> budgets;
  LogNotes notes(logs.size());
  for (const auto& log : logs) {
    notes.add(log.name, budget_sentence(log.loaded));
    for (const auto& note : log.loaded.notes) notes.add(log.name, note);
    if (log.loaded.log.digits.kind != RadiusDigits::Kind::kRoundTrip && !log.loaded.log.digits.down &&
        !log.whole.p_a.empty()) {
      notes.add(log.name,
                "its radii are rounded, and p_A is read from them as they stand, which overstates it a "
                "little near p = 1; "
                "the band allows for it");
    }
    if (!log.loaded.log.has_one_n()) {
      const DrawsSpent spent = draws_spent(log.loaded);
      notes.add(log.name, join_text("mean ", grouped_text(std::llround(spent.mean)), " of ",
                                    grouped_text(std::llround(spent.fixed)), " draws an image: ",
                                    fixed_text(spent.fixed / spent.mean, 1), " times fewer"));
      notes.add(log.name, anytime_meaning(*log.loaded.procedure));
    }
    if (!log.loaded.log.has_radii()) notes.add(log.name, "a prediction log, without radii: accuracy only");
    if (const auto least = uncertain_below(log); least && grids.p.front() < *least) {
      notes.add(log.name, join_text("votes of images that were not certified right are unknown: below p = ",
                                    *least, " the share is a lower bound, its upper limit counts them in"));
    }
    if (const auto q = false_certificates(log, rho)) {
      const auto rows = static_cast<double>(log.whole.rows);
      notes.add(
          log.name,
          join_text(
              "with probability at least ", 1.0 - rho, ", noise being independent between images, at most ",
              *q, " of ", log.whole.rows, " certificates are false (",
              fixed_text(100.0 * static_cast<double>(*q) / rows, 2), " points; Cohen et al.'s closed form: ",
              fixed_text(100.0 * cohen_false_share(log.whole.rows, *log.loaded.alpha.value, rho), 2), ")"));
    }
    if (log.loaded.has_budget()) budgets.emplace(*log.loaded.n.value, *log.loaded.alpha.value);
  }
  for (auto& line : notes.lines()) document.add(std::move(line));
  if (std::any_of(logs.begin(), logs.end(), [](auto& l) { return l.whole.acr.has_value(); }))
    document.add(acr_caveat());
  if (budgets.size() > 1)
    document.add(
        "WARNING: these logs were certified with different budgets and are not comparable; certus convert "
        "brings them to one.");
  for (const auto& log : logs) {
    if (!log.classes.empty()) add_class_tables(document, log, grids, arguments);
  }
  deliver(document, arguments);
  return unread.tell();
}

}  // namespace

Command evaluate_command() {
  return {
      .name = "evaluate",
      .summary = "what certification logs say: certified accuracy, P(p_A >= p), ACR with its budget",
      .description =
          "Reads records of certus and logs of the field (tab-separated idx, label, predict, radius, "
          "correct, time), and "
          "prints rows, abstentions, clean accuracy, certified accuracy with exact intervals over the test "
          "images, the "
          "distribution of p_A with a simultaneous band, and ACR with the budget it holds for. sigma, n and "
          "alpha come "
          "from the manifest beside the log, else from the options, else they are inferred (sigma from "
          "noise_0.5 in the "
          "path, n and alpha from the lattice of radii); the output says which.\n"
          "Reads printed curves, too (CSV with the columns radius and accuracy, or x and y for P(p_A >= x)): "
          "P(p_A >= p) with the bounds that the print leaves open, and certified accuracy at --n and "
          "--alpha.",
      .positional = {.name = "LOG|CURVE",
                     .help = "certification or prediction log, or printed curve",
                     .least = 1,
                     .most = 10'000},
      .options = std::vector<Option>{radii_option(), p_option(), log_label_option()} + log_budget_options() +
                 std::vector<Option>{confidence_option(),
                                     {.name = "--per-class",
                                      .kind = Option::Kind::kFlag,
                                      .help = "the same for every true class, with the worst one named"},
                                     class_data_option(),
                                     rho_option()} +
                 output_options(),
      .examples = {{"certus evaluate logs/noise_0.5.tsv --radii 0:0.25:1.75 --per-class",
                    "one log, with its classes"},
                   {"certus evaluate logs/*/noise_0.5.tsv --p 0.5:0.001:1 --format json -o curves.json",
                    "curves of several models for another program"}},
      .run = run_evaluate};
}

}  // namespace certus::cli
