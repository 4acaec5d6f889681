#include "certus/record/simulate.h"

#include "certus/base/error.h"
#include "certus/base/shell_word.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/run_files.h"
#include "certus/report/format_parameter.h"
#include "certus/report/simulation_document.h"
#include "certus/stats/budget_parameters.h"

namespace certus::cli {
namespace {

struct SimulateOptions {
  std::string population = "beta:4,1";
  SimulationParams params{.budget = kUsualBudget};
  LogStyle style = LogStyle::kCertus;
  std::optional<std::string> output;
  Overwrite overwrite = Overwrite::kRefuse;
  Format format = Format::kText;

  void describe(CommandLine& line) {
    line.group("WHAT");
    line.add("population", population, "constant:0.9, beta:8,2 or a file").shown_as("POP");
    line.add("images", params.images, "number of images")
        .shown_as("M")
        .usually("1000, or the number of values in the file")
        .in(1, 1e9);
    line.add("classes", params.classes, "number of classes; image i has the label i mod K")
        .shown_as("K")
        .in(2, 100'000);
    add_seed(line, params.seed, "number that chooses the draws");
    line.group("BUDGET");
    certus::describe(line, params.budget);
    describe_selection_votes(line, params.n0);
    line.group("OUTPUT");
    line.add("output", output, "log to write; its manifest goes beside it; must be given")
        .shown_as("FILE")
        .letter('o');
    line.add_flag("force", overwrite, Overwrite::kAllow, "replace an existing log");
    line.add_choice<LogStyle>("style", style, {{"certus", LogStyle::kCertus}, {"field", LogStyle::kField}},
                              "certus is a record with counts and manifest; field has the six columns of the "
                              "field, with radii rounded to three digits")
        .shown_as("STYLE");
    describe_format(line, format);
  }
};

int run_simulate(const SimulateOptions& options, const CommandLine& line) {
  if (!options.output) fail(ErrorKind::kConfig, "simulate: --output is missing; give the log to write");
  SimulatedLog log{.population = Population::parse(options.population),
                   .population_name = options.population,
                   .params = options.params,
                   .style = options.style};
  RunFiles files{.inputs = {}, .outputs = {*options.output}};
  if (log.population.listed() > 0) files.inputs.emplace_back(options.population);
  if (options.style == LogStyle::kCertus) files.outputs.push_back(manifest_path(*options.output));
  check_outputs(files);
  if (!line.has("--images") && log.population.listed() > 0) log.params.images = log.population.listed();
  const SimulationCounts counts = write_simulated_log(*options.output, log, options.overwrite);
  Document document = simulation_document(*options.output, log, counts);
  document.add(join_text("Next: certus evaluate ", shell_word(*options.output)));
  print_document(document, options.format);
  return 0;
}

}  // namespace

Command simulate_command() {
  return command_of("simulate", run_simulate);
}

}  // namespace certus::cli
