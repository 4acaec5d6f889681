#include "certus/record/simulate.h"

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/report/simulation_document.h"

namespace certus::cli {
namespace {

struct SimulateOptions {
  std::string population = "beta:4,1";
  std::optional<std::int64_t> images;
  std::int64_t n0 = 100;
  Budget budget = kUsualBudget;
  int classes = 10;
  std::int64_t seed = 0;
  LogStyle style = LogStyle::kCertus;
  std::optional<std::string> output;
  bool force = false;
  Format format = Format::kText;

  void describe(CommandLine& line) {
    line.group("WHAT");
    line.add("population", population, "constant:0.9, beta:8,2 or a file").shown_as("POP");
    line.add("images", images, "number of images")
        .shown_as("M")
        .usually("1000, or the number of values in the file")
        .in(1, 1e9);
    line.add("classes", classes, "number of classes; image i has the label i mod K")
        .shown_as("K")
        .in(2, 100'000);
    add_seed(line, seed, "which draws");
    line.group("BUDGET");
    add_budget(line, budget);
    add_selection_votes(line, n0);
    line.group("OUTPUT");
    line.add("output", output, "log to write; its manifest goes beside it; has to be given")
        .shown_as("FILE")
        .letter('o');
    line.add("force", force, "replace an existing log");
    line.add_choice<LogStyle>("style", style, {{"certus", LogStyle::kCertus}, {"field", LogStyle::kField}},
                              "certus is a record with counts and manifest; field has the six columns of the "
                              "field, with radii rounded to three digits")
        .shown_as("STYLE");
    add_format(line, format);
  }
};

int run_simulate(const SimulateOptions& options) {
  if (!options.output) fail(ErrorKind::kConfig, "simulate: --output is missing; give the log to write");
  const Population population = Population::parse(options.population);
  const std::int64_t usual_images = population.listed() > 0 ? population.listed() : 1000;
  const SimulatedLog log{.population = population,
                         .population_name = options.population,
                         .params = {.images = options.images.value_or(usual_images),
                                    .n0 = options.n0,
                                    .budget = options.budget,
                                    .classes = options.classes,
                                    .seed = static_cast<std::uint64_t>(options.seed)},
                         .style = options.style};
  const SimulationCounts counts =
      write_simulated_log(*options.output, log, options.force ? Overwrite::kAllow : Overwrite::kRefuse);
  Document document = simulation_document(*options.output, log, counts);
  document.add(join_text("Next: certus evaluate ", *options.output));
  print_document(document, options.format);
  return 0;
}

}  // namespace

Command simulate_command() {
  return with_options<SimulateOptions>(
      {.name = "simulate",
       .summary = "a log of a known p_A population, to try things on",
       .description = "Certifies images that do not exist. Every image gets a true p_A from the population, "
                      "its votes are "
                      "binomial draws, and CERTIFY decides on them as on real ones. The same seed gives the "
                      "same log, byte "
                      "for byte.\n"
                      "Populations: constant:P, beta:A,B, or a file with one p_A per line.",
       .examples = {{"certus simulate --population beta:8,2 --images 2000 --sigma 0.5 -o a.tsv",
                     "an example record with its manifest a.json"},
                    {"certus simulate --population constant:0.9 --n 1000 --style field -o noise_1.0.tsv",
                     "a log as the field writes it"}}},
      run_simulate);
}

}  // namespace certus::cli
