#include "certus/metrics/theory.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/literature_survey.h"
#include "certus/stats/clopper_pearson.h"
#include "certus/stats/sampling_weight.h"
#include "certus/stats/trivial_classifier.h"

namespace certus::cli {
namespace {

std::vector<double> numbers(const Arguments& arguments, const char* option, const char* fallback, double low,
                            double high) {
  return parse_grid(arguments.text(option).value_or(fallback), option, low, high);
}

Document toy(const Arguments& arguments) {
  Document document;
  document.json = Json::array();
  const double p_a = arguments.real("--p-a").value_or(0.9);
  Table table{.title = join_text("ACR of the trivial classifier and of one with p_A = ", p_a,
                                 " on every image (balanced binary task)"),
              .header = {"n", "trivial", "plug-in", "expected", "winner (plug-in)", "winner (expected)"},
              .rows = {}};
  for (const double n : numbers(arguments, "--counts", "50,100,200,211,212,1000", 1, 1e6)) {
    if (n != std::floor(n)) fail(ErrorKind::kConfig, "--counts has ", n, ", expected whole numbers of votes");
    const ToyRow row = toy_row(p_a, {.n = static_cast<std::int64_t>(n),
                                     .alpha = arguments.real_or_default("--alpha"),
                                     .sigma = arguments.real_or_default("--sigma")});
    const auto winner = [&](double other) {
      return row.trivial > other ? "trivial" : row.trivial < other ? join_text("p_A = ", p_a) : "tie";
    };
    document.json.push_back(
        {{"n", row.n}, {"trivial", row.trivial}, {"plug_in", row.plug_in}, {"expected", row.expected}});
    table.rows.push_back({count_cell(row.n), real_cell(row.trivial, 6), real_cell(row.plug_in, 6),
                          real_cell(row.expected, 6), text_cell(winner(row.plug_in)),
                          text_cell(winner(row.expected))});
  }
  document.add(std::move(table));
  document.add(
      "The paper (Section 4.1) prints the plug-in values, which insert round(p_A n) votes; see "
      "docs/paper-errata.md.");
  return document;
}

Document trivial(const Arguments& arguments) {
  const int classes = static_cast<int>(arguments.integer("--classes").value_or(2));
  const double alpha = arguments.real_or_default("--alpha");
  const double sigma = arguments.real_or_default("--sigma");
  Document document;
  document.json = Json::array();
  Table table{.title = join_text("Votes after which a constant classifier on ", classes,
                                 " balanced classes exceeds an ACR"),
              .header = {"ACR", "least n", "ACR at that n", "ACR one vote earlier"},
              .rows = {}};
  for (const double target : numbers(arguments, "--target", "0.25,0.5,1,1.5,2", 0.0, 1e6)) {
    const double n = samples_for_trivial_acr(target, classes, {.alpha = alpha, .sigma = sigma});
    const bool countable = n <= 1e9;
    const auto acr = [&](double votes) {
      return countable && votes >= 1
                 ? std::optional(trivial_acr(
                       classes, {.n = static_cast<std::int64_t>(votes), .alpha = alpha, .sigma = sigma}))
                 : std::nullopt;
    };
    document.json.push_back({{"target", target},
                             {"n", countable ? Json(static_cast<std::int64_t>(n)) : Json(n)},
                             {"acr", json_of(acr(n))},
                             {"acr_before", json_of(acr(n - 1))}});
    table.rows.push_back({exact_cell(target),
                          countable ? count_cell(static_cast<std::int64_t>(n)) : exact_cell(n),
                          optional_cell(acr(n), 6), optional_cell(acr(n - 1), 6)});
  }
  document.add(std::move(table));
  document.add(
      "n = floor(ln alpha / ln Phi(ACR * classes / sigma)) + 1; the paper prints the quotient upside down "
      "(docs/paper-errata.md).");
  return document;
}

Document radius(const Arguments& arguments) {
  const Budget budget = budget_of(arguments);
  Document document;
  document.json = Json::array();
  Table table{.title = join_text("Radius and its sensitivity to p_A, n = ", grouped_text(budget.n),
                                 ", alpha = ", budget.alpha, ", sigma = ", budget.sigma),
              .header = {"p_A", "radius", "d radius / d p_A"},
              .rows = {}};
  for (const double p :
       numbers(arguments, "--p", "0.5,0.51,0.6,0.7,0.76,0.8,0.9,0.95,0.99,0.999,0.9999,1", 0.0, 1.0)) {
    const RadiusRow row = radius_row(p, budget);
    document.json.push_back({{"p", row.p}, {"radius", row.radius}, {"sensitivity", row.sensitivity}});
    table.rows.push_back({exact_cell(row.p), real_cell(row.radius, 6), real_cell(row.sensitivity, 3)});
  }
  document.add(std::move(table));
  return document;
}

Document weights(const Arguments& arguments) {
  const SamplingWeightParams params = sampling_weight_of(arguments);
  Document document;
  document.json = Json::array();
  Table table{.title = join_text("Sampling weight of a training image by correct copies out of ", params.n,
                                 ", alpha = ", params.alpha),
              .header = {"correct", "weight (code)", "relative", "as printed"},
              .rows = {}};
  for (std::int64_t correct = 0; correct <= params.n; ++correct) {
    const double weight = sampling_weight(correct, params);
    const double relative = weight / sampling_weight(0, params);
    const double printed = sampling_weight_as_printed(correct, params);
    document.json.push_back(
        {{"correct", correct}, {"weight", weight}, {"relative", relative}, {"as_printed", printed}});
    table.rows.push_back(
        {count_cell(correct), real_cell(weight, 6), real_cell(relative, 4), real_cell(printed, 6)});
  }
  document.add(std::move(table));
  return document;
}

Document bound(const Arguments& arguments) {
  const auto count = arguments.integer("--count");
  if (!count)
    fail(ErrorKind::kConfig, "theory bound: --count is missing; give the votes of the chosen class");
  const Budget budget = budget_of(arguments);
  if (*count > budget.n) fail(ErrorKind::kConfig, "--count is ", *count, ", expected at most n = ", budget.n);
  const Probability lower = clopper_pearson_lower(*count, budget.n, budget.alpha);
  const auto radius = certified_radius(*count, budget);
  Document document;
  document.json = {{"p_lower", lower.p}, {"radius", radius.value_or(0.0)}, {"abstain", !radius.has_value()}};
  document.add(Table{
      .title = "",
      .header = {"count", "n", "alpha", "sigma", "p_lower", "radius"},
      .rows = {{count_cell(*count), count_cell(budget.n), exact_cell(budget.alpha), exact_cell(budget.sigma),
                exact_cell(lower.p), radius ? exact_cell(*radius) : text_cell("abstain")}}});
  document.add(
      radius ? join_text("With probability at least ", 1.0 - budget.alpha,
                         " over the noise drawn, the smoothed classifier is constant within that L2 radius.")
             : "The bound does not exceed 1/2: abstain.");
  return document;
}

Document survey(const Arguments& arguments) {
  if (arguments.positionals().size() < 2)
    fail(ErrorKind::kConfig, "theory survey: the file is missing; the project has docs/literature.csv");
  return survey_document(read_survey(arguments.positionals()[1]));
}

int run_theory(const Arguments& arguments) {
  const std::string& what = arguments.positionals().front();
  if (arguments.positionals().size() > 1 && what != "survey") {
    fail(ErrorKind::kConfig, "theory ", what, ": '", arguments.positionals()[1],
         "' is one word too many, it reads no file");
  }
  if (what == "toy")
    deliver(toy(arguments), arguments);
  else if (what == "trivial")
    deliver(trivial(arguments), arguments);
  else if (what == "radius")
    deliver(radius(arguments), arguments);
  else if (what == "weights")
    deliver(weights(arguments), arguments);
  else if (what == "bound")
    deliver(bound(arguments), arguments);
  else if (what == "survey")
    deliver(survey(arguments), arguments);
  else
    fail_unknown_word("theory", "topic", what, {"toy", "trivial", "radius", "weights", "bound", "survey"});
  return 0;
}

}  // namespace

Command theory_command() {
  using Kind = Option::Kind;
  return {
      .name = "theory",
      .summary =
          "the paper's formulas as numbers: toy example, trivial classifier, radius, weights, bound, survey",
      .description =
          "toy: ACR of a constant-p_A classifier against the trivial one at several n (the order turns "
          "twice).\n"
          "trivial: how many votes make the ACR of a constant classifier exceed any value.\n"
          "radius: certified radius and its sensitivity against p_A.\n"
          "weights: sampling weights of the paper's training method (16 copies and alpha 0.1 unless given), "
          "as its code has them and as printed.\n"
          "bound: Clopper-Pearson bound and certified radius of one count.\n"
          "survey FILE: the paper's survey of publications, and how many of them rest on ACR "
          "(docs/literature.csv).",
      .positional = {.name = "TOPIC [FILE]",
                     .help = "toy, trivial, radius, weights, bound or survey; survey reads a file",
                     .least = 1,
                     .most = 2},
      .options =
          budget_options() +
          std::vector<Option>{
              {.name = "--count",
               .kind = Kind::kInteger,
               .value_name = "K",
               .help = "bound: votes of the chosen class",
               .low = 0,
               .high = 1e9},
              {.name = "--counts", .kind = Kind::kText, .value_name = "LIST", .help = "toy: values of n"},
              {.name = "--p-a",
               .kind = Kind::kReal,
               .value_name = "P",
               .help = "toy: p_A of the classifier (default: 0.9)",
               .low = 0,
               .high = 1},
              {.name = "--classes",
               .kind = Kind::kInteger,
               .value_name = "K",
               .help = "trivial: number of classes (default: 2)",
               .low = 1,
               .high = 1e6},
              {.name = "--target",
               .kind = Kind::kText,
               .value_name = "LIST",
               .help = "trivial: ACR values to exceed"},
              {.name = "--p",
               .kind = Kind::kText,
               .value_name = "A:STEP:B|LIST",
               .help = "radius: values of p_A"}} +
          output_options(),
      .examples = {{"certus theory bound --count 99900 --n 100000 --alpha 0.001 --sigma 0.5",
                    "what 99,900 of 100,000 votes prove"},
                   {"certus theory toy", "the paper's Section 4.1"},
                   {"certus theory survey docs/literature.csv", "who claims what on ACR"},
                   {"certus theory trivial --classes 2 --target 1",
                    "Theorem 1, with the right number of votes"}},
      .run = run_theory};
}

}  // namespace certus::cli
