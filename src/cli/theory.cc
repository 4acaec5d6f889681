#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/logs/load_log.h"
#include "certus/metrics/grid_parameter.h"
#include "certus/report/literature_survey.h"
#include "certus/report/theory_document.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {
namespace {

struct TheoryOptions {
  std::vector<std::string> words;
  BudgetOptions given;
  std::optional<std::int64_t> count;
  std::vector<std::int64_t> counts{50, 100, 200, 211, 212, 1000};
  double p_a = 0.9;
  int classes = 2;
  std::vector<double> targets{0.25, 0.5, 1.0, 1.5, 2.0};
  std::vector<double> p{0.5, 0.51, 0.6, 0.7, 0.76, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0};
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("TOPIC [FILE]", words, "toy, trivial, radius, weights, bound or survey; survey reads a file",
               1, 2);
    line.group("WHAT");
    line.add("count", count, "bound: votes of the chosen class").shown_as("K").in(0, 1e9);
    describe_counts(line, "counts", counts, {1, 1e6}, "toy: values of n").usually("50,100,200,211,212,1000");
    line.add("p_a", p_a, "toy: p_A of the classifier").shown_as("P").in(0, 1);
    line.add("classes", classes, "trivial: number of classes").shown_as("K").in(1, 1e6);
    describe_grid(line, "target", targets, {0.0, 1e6}, "trivial: ACR values to exceed")
        .shown_as("LIST")
        .usually("0.25,0.5,1,1.5,2");
    describe_grid(line, "p", p, {0.0, 1.0}, "radius: values of p_A")
        .usually("0.5,0.51,0.6,0.7,0.76,0.8,0.9,0.95,0.99,0.999,0.9999,1");
    line.group("BUDGET");
    line.add("sigma", given.sigma, "noise level, for pixels in [0, 1]")
        .shown_as("S")
        .usually("1")
        .in(1e-6, 1e6);
    line.add("n", given.n, "votes per image; weights: noisy copies per image")
        .usually("100000; weights: 16")
        .in(1, kMostVotes);
    line.add("alpha", given.alpha, "failure probability per image")
        .shown_as("A")
        .usually("0.001; weights: 0.1")
        .in(kLeastAlpha, kMostAlpha);
    output.describe(line);
  }

  Budget budget() const { return given.or_usual(kUsualBudget); }
};

Document toy(const TheoryOptions& options) {
  return toy_document(options.p_a, options.counts, options.budget().alpha, options.budget().sigma);
}

Document trivial(const TheoryOptions& options) {
  return trivial_document(options.classes, options.targets, options.budget().alpha, options.budget().sigma);
}

Document radius(const TheoryOptions& options) {
  return radius_document(options.p, options.budget());
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
         "' is one word too many; no file is read");
  }
  deliver(topic_of(what)(options), options.output, {options.words.begin() + 1, options.words.end()});
  return 0;
}

}  // namespace

Command theory_command() {
  return command_of("theory", run_theory);
}

}  // namespace certus::cli
