#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/metrics/grid.h"
#include "certus/report/literature_survey.h"
#include "certus/report/theory_document.h"

namespace certus::cli {
namespace {

struct TheoryOptions {
  std::vector<std::string> words;
  BudgetOptions given;
  std::optional<std::int64_t> count;
  std::string counts = "50,100,200,211,212,1000";
  double p_a = 0.9;
  int classes = 2;
  std::string targets = "0.25,0.5,1,1.5,2";
  std::string p = "0.5,0.51,0.6,0.7,0.76,0.8,0.9,0.95,0.99,0.999,0.9999,1";
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("TOPIC [FILE]", words, "toy, trivial, radius, weights, bound or survey; survey reads a file",
               1, 2);
    line.group("WHAT");
    line.add("count", count, "bound: votes of the chosen class").shown_as("K").in(0, 1e9);
    line.add("counts", counts, "toy: values of n").shown_as("LIST");
    line.add("p_a", p_a, "toy: p_A of the classifier").shown_as("P").in(0, 1);
    line.add("classes", classes, "trivial: number of classes").shown_as("K").in(1, 1e6);
    line.add("target", targets, "trivial: ACR values to exceed").shown_as("LIST");
    line.add("p", p, "radius: values of p_A").shown_as("A:STEP:B|LIST");
    line.group("BUDGET");
    line.add("sigma", given.sigma, "noise level, for pixels in [0, 1]")
        .shown_as("S")
        .usually("1")
        .in(1e-6, 1e6);
    line.add("n", given.n, "votes per image; weights: noisy copies per image")
        .usually("100000; weights: 16")
        .in(1, 1e9);
    line.add("alpha", given.alpha, "failure probability per image")
        .shown_as("A")
        .usually("0.001; weights: 0.1")
        .in(1e-12, 0.5);
    output.describe(line);
  }

  Budget budget() const { return given.or_usual(kUsualBudget); }
};

Document toy(const TheoryOptions& options) {
  return toy_document(options.p_a, parse_counts(options.counts, "--counts", 1, 1e6), options.budget().alpha,
                      options.budget().sigma);
}

Document trivial(const TheoryOptions& options) {
  return trivial_document(options.classes, parse_grid(options.targets, "--target", 0.0, 1e6),
                          options.budget().alpha, options.budget().sigma);
}

Document radius(const TheoryOptions& options) {
  return radius_document(parse_grid(options.p, "--p", 0.0, 1.0), options.budget());
}

Document weights(const TheoryOptions& options) {
  return weights_document(sampling_weight_of(options.given.n, options.given.alpha));
}

Document bound(const TheoryOptions& options) {
  const auto count = options.count;
  if (!count)
    fail(ErrorKind::kConfig, "theory bound: --count is missing; give the votes of the chosen class");
  const Budget budget = options.budget();
  if (*count > budget.n) fail(ErrorKind::kConfig, "--count is ", *count, ", expected at most n = ", budget.n);
  return bound_document(*count, budget);
}

Document survey(const TheoryOptions& options) {
  if (options.words.size() < 2)
    fail(ErrorKind::kConfig, "theory survey: the file is missing; the project has docs/literature.csv");
  return survey_document(read_survey(options.words[1]));
}

using Topic = Document (*)(const TheoryOptions&);

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

int run_theory(const TheoryOptions& options) {
  const std::string& what = options.words.front();
  if (options.words.size() > 1 && what != "survey") {
    fail(ErrorKind::kConfig, "theory ", what, ": '", options.words[1],
         "' is one word too many, it reads no file");
  }
  deliver(topic_of(what)(options), options.output, options.words);
  return 0;
}

}  // namespace

Command theory_command() {
  return with_options<TheoryOptions>(
      {.name = "theory",
       .summary =
           "the paper's formulas as numbers: toy example, trivial classifier, radius, weights, bound, survey",
       .description =
           "toy: ACR of a classifier with constant p_A against the trivial one, at several n. Which of them "
           "is higher changes twice.\n"
           "trivial: how many votes make the ACR of a constant classifier exceed any value.\n"
           "radius: certified radius and its sensitivity against p_A.\n"
           "weights: sampling weights of the paper's training method, as its code has them and as printed.\n"
           "bound: Clopper-Pearson bound and certified radius of one count.\n"
           "survey FILE: the paper's survey of publications, and how many of them rest on ACR "
           "(docs/literature.csv).",
       .examples = {{"certus theory bound --count 99900 --n 100000 --alpha 0.001 --sigma 0.5",
                     "what 99,900 of 100,000 votes prove"},
                    {"certus theory toy", "the paper's Section 4.1"},
                    {"certus theory survey docs/literature.csv", "who claims what based on ACR"},
                    {"certus theory trivial --classes 2 --target 1",
                     "Theorem 1, with the right number of votes"}}},
      run_theory);
}

}  // namespace certus::cli
