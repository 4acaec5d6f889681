#include <cmath>

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/literature_survey.h"
#include "certus/report/theory_document.h"

namespace certus::cli {
namespace {

std::vector<double> numbers(const Arguments& arguments, const char* option, const char* fallback, double low,
                            double high) {
  return parse_grid(arguments.text(option).value_or(fallback), option, low, high);
}

Document toy(const Arguments& arguments) {
  std::vector<std::int64_t> counts;
  for (const double n : numbers(arguments, "--counts", "50,100,200,211,212,1000", 1, 1e6)) {
    if (n != std::floor(n)) fail(ErrorKind::kConfig, "--counts has ", n, ", expected whole numbers of votes");
    counts.push_back(static_cast<std::int64_t>(n));
  }
  return toy_document(arguments.real("--p-a").value_or(0.9), counts, arguments.real_or_default("--alpha"),
                      arguments.real_or_default("--sigma"));
}

Document trivial(const Arguments& arguments) {
  return trivial_document(static_cast<int>(arguments.integer("--classes").value_or(2)),
                          numbers(arguments, "--target", "0.25,0.5,1,1.5,2", 0.0, 1e6),
                          arguments.real_or_default("--alpha"), arguments.real_or_default("--sigma"));
}

Document radius(const Arguments& arguments) {
  return radius_document(
      numbers(arguments, "--p", "0.5,0.51,0.6,0.7,0.76,0.8,0.9,0.95,0.99,0.999,0.9999,1", 0.0, 1.0),
      budget_of(arguments));
}

Document weights(const Arguments& arguments) {
  return weights_document(sampling_weight_of(arguments));
}

Document bound(const Arguments& arguments) {
  const auto count = arguments.integer("--count");
  if (!count)
    fail(ErrorKind::kConfig, "theory bound: --count is missing; give the votes of the chosen class");
  const Budget budget = budget_of(arguments);
  if (*count > budget.n) fail(ErrorKind::kConfig, "--count is ", *count, ", expected at most n = ", budget.n);
  return bound_document(*count, budget);
}

Document survey(const Arguments& arguments) {
  if (arguments.positionals().size() < 2)
    fail(ErrorKind::kConfig, "theory survey: the file is missing; the project has docs/literature.csv");
  return survey_document(read_survey(arguments.positionals()[1]));
}

using Topic = Document (*)(const Arguments&);

Topic topic_of(const std::string& word) {
  static const std::vector<std::pair<std::string, Topic>> topics = {{"toy", toy},       {"trivial", trivial},
                                                                    {"radius", radius}, {"weights", weights},
                                                                    {"bound", bound},   {"survey", survey}};
  std::vector<std::string> names;
  for (const auto& [name, topic] : topics) {
    if (name == word) return topic;
    names.push_back(name);
  }
  fail_unknown_word("theory", "topic", word, names);
}

int run_theory(const Arguments& arguments) {
  const std::string& what = arguments.positionals().front();
  if (arguments.positionals().size() > 1 && what != "survey") {
    fail(ErrorKind::kConfig, "theory ", what, ": '", arguments.positionals()[1],
         "' is one word too many, it reads no file");
  }
  deliver(topic_of(what)(arguments), arguments);
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
