#include <algorithm>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/run_options.h"
#include "certus/cli/shared_options.h"
#include "certus/experiment/cell_costs.h"
#include "certus/experiment/cell_selection.h"
#include "certus/experiment/experiment_document.h"
#include "certus/experiment/result_folder.h"
#include "certus/experiment/run_experiment.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// What an action works on.
struct Study {
  const Arguments& arguments;
  Experiment experiment;
  std::filesystem::path root;
  std::vector<bool> wanted;  ///< by cell
  std::vector<std::string> data_words;

  ExperimentJob job(InterruptGuard& interrupt) const {
    const auto cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const auto jobs = static_cast<int>(arguments.integer_or_default("--jobs"));
    const auto threads = static_cast<int>(arguments.integer("--threads").value_or(std::max(1, cores / jobs)));
    const auto logs = arguments.text("--logs");
    return {.experiment = experiment,
            .root = std::filesystem::absolute(root),
            .program = std::filesystem::read_symlink("/proc/self/exe"),
            .data_words = data_words,
            .logs = logs ? std::filesystem::absolute(*logs) : std::filesystem::path(),
            .wanted = wanted,
            .jobs = jobs,
            .threads = threads,
            .stop = interrupt.flag()};
  }
};

/// Cells that --only names.
std::vector<bool> wanted_cells(const Arguments& arguments, const Experiment& experiment) {
  try {
    return select_cells(experiment, arguments.texts("--only"));
  } catch (const Error& error) {
    fail(error.kind(), "--only ", error.what());
  }
}

/// The options of every output are checked before anything runs: a mistake there should not show after a day.
void check_outputs(const Experiment& experiment) {
  for (const Output& output : experiment.outputs) {
    const std::vector<Command>& commands = all_commands();
    const auto command = std::ranges::find(commands, output.words.at(0), &Command::name);
    if (command == commands.end()) {
      fail(ErrorKind::kConfig, output.where, ": the command '", output.words[0],
           "' is not known; outputs are made by table, plot, report, compare, convert, evaluate, audit or "
           "theory");
    }
    const auto words =
        output_words(output, experiment, "logs", std::vector<bool>(experiment.cells.size(), true));
    try {
      Arguments(*command, {words.begin() + 1, words.end()});
    } catch (const Error& error) {
      fail(error.kind(), output.where, ": ", error.what());
    }
  }
}

void print_failures(const ExperimentResult& result) {
  for (const ExperimentFailure& failure : result.failures) {
    std::fprintf(stderr, "failed: %s: %s\n", failure.title.c_str(), failure.message.c_str());
    if (!failure.log.empty()) std::fprintf(stderr, "  see %s\n", failure.log.c_str());
  }
}

void print_outputs(const ExperimentResult& result) {
  for (const auto& path : result.outputs) std::printf("%s\n", path.c_str());
  for (const std::string& text : result.left_out) std::printf("%s\n", text.c_str());
}

std::string progress_text(const ExperimentProgress& news) {
  std::string text = join_text(news.finished, '/', news.total, " cells finished");
  if (news.failed > 0) text += join_text(", ", news.failed, " failed");
  if (news.seconds_left > 0.0) text += ", about " + time_text(news.seconds_left) + " left";
  for (const std::string& each : news.under_way) text += "; " + each;
  return text;
}

int run_action(const Study& study) {
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  ExperimentJob job = study.job(interrupt);
  job.on_progress = [&](const ExperimentProgress& news) { line.update([&] { return progress_text(news); }); };
  job.on_note = [&](const std::string& text) { line.note(text); };
  const ExperimentResult result = run_experiment(job);
  line.clear();
  print_outputs(result);
  print_failures(result);
  if (result.stopped) {
    std::fprintf(stderr, "stopped; the same command goes on where it was\n");
    return kInterrupted;
  }
  std::printf("%zu of %s finished%s\n", result.finished,
              counted(study.experiment.cells.size(), "cell", "cells").c_str(),
              result.failures.empty() ? "" : join_text(", ", result.failures.size(), " failed").c_str());
  return result.failures.empty() ? 0 : 1;
}

int outputs_action(const Study& study) {
  InterruptGuard interrupt;
  const ExperimentResult result = make_outputs(study.job(interrupt));
  print_outputs(result);
  print_failures(result);
  return result.failures.empty() ? 0 : 1;
}

int print(const Document& document, const Arguments& arguments) {
  std::fputs(render(document, format_of(arguments)).c_str(), stdout);
  return 0;
}

int status_action(const Study& study) {
  return print(status_document(study.experiment, study.root, study.wanted), study.arguments);
}

int dry_run_action(const Study& study) {
  InterruptGuard interrupt;
  const ExperimentJob job = study.job(interrupt);
  DryRun run{.experiment = study.experiment,
             .root = study.root,
             .wanted = study.wanted,
             .jobs = job.jobs,
             .seconds = study.arguments.real_or_default("--measure")};
  if (run.seconds > 0.0) {
    ProgressLine line(0.0);
    run.costs = measure_cell_costs(job, run.open(), run.seconds,
                                   [&](const std::string& title) { line.show("measuring " + title); });
  }
  if (*interrupt.flag()) return kInterrupted;
  return print(dry_run_document(run), study.arguments);
}

int clean_action(const Study& study) {
  const std::uintmax_t bytes = ResultFolder(study.root).clean();
  std::printf("%s of weights, checkpoints and tables were removed; records, logs and outputs are kept\n",
              amount_text(bytes).c_str());
  return 0;
}

int summary_action(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  Document document = summary_document({words.begin() + 1, words.end()});
  document.add(acr_caveat());
  deliver(document, arguments);
  return 0;
}

int run_experiment_command(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  if (words.at(0) == "summary") return summary_action(arguments);
  const std::vector<std::pair<std::string, int (*)(const Study&)>> actions{
      {"run", run_action}, {"outputs", outputs_action}, {"status", status_action}, {"clean", clean_action}};
  const auto action = std::ranges::find(actions, words.at(0), [](const auto& each) { return each.first; });
  if (action == actions.end())
    fail(ErrorKind::kConfig, "experiment: unknown action '", words[0],
         "', expected run, outputs, status, clean or summary");
  if (words.size() < 2) fail(ErrorKind::kConfig, "experiment ", words[0], ": FILE.toml is missing");
  const auto root = arguments.text("--output");
  if (!root || root->empty())
    fail(ErrorKind::kConfig, "--output is ", root ? "empty" : "missing",
         "; give the folder of the results, e.g. -o results/desk");
  Study study{
      .arguments = arguments,
      .experiment = load_experiment({words.begin() + 1, words.end()}, arguments.text_or_default("--scale")),
      .root = *root,
      .wanted = {},
      .data_words = {}};
  for (const std::string& note : study.experiment.notes) std::fprintf(stderr, "%s\n", note.c_str());
  study.wanted = wanted_cells(arguments, study.experiment);
  if (const auto folder = arguments.text("--data-dir"))
    study.data_words = {"--data-dir", std::filesystem::absolute(*folder).string()};
  if (arguments.flag("--no-verify")) study.data_words.push_back("--no-verify");
  check_outputs(study.experiment);
  if (arguments.flag("--dry-run")) return dry_run_action(study);
  return action->second(study);
}

std::vector<Option> experiment_options() {
  return {
      choice_option("--scale", "S",
                    "desk: sized for two CPU cores; paper: the published settings, which want GPUs", "desk",
                    {"desk", "paper"}),
      repeated_option(
          "--only", "CELL",
          "only these cells: a name, or a pattern like 'easy-focus/*/seed-0'; may be given several times"),
      number_option(Kind::kInteger, "--jobs", "N", "cells at a time", "1", {1, 1024}),
      number_option(Kind::kInteger, "--threads", "N",
                    "threads of each; a cell that has begun keeps its own number, because another one rounds "
                    "differently",
                    "cores / jobs", {1, 1024}),
      flag_option("--dry-run", "show the cells, their state and what they would cost"),
      number_option(Kind::kReal, "--measure", "SECONDS",
                    "with --dry-run: how long each kind of cell is measured; 0: not at all", "3", {0, 3600}),
      text_option("--logs", "DIR", "folder of published logs, for outputs that read some"),
      data_dir_option(),
      no_verify_option(),
      output_option("DIR", "folder of the results, which has to be given; summary: a file"),
      flag_option("--force", "summary: replace an existing file"),
      format_option()};
}

}  // namespace

Command experiment_command() {
  return {
      .name = "experiment",
      .summary = "whole studies: train, certify and compare many models, resumable, from one file",
      .description =
          "An experiment file (TOML, docs/experiments.md) names cells, each of which is one preset with its "
          "changes, one sigma and one seed, and the outputs made of them: tables, figures, pages. Lists "
          "expand.\n"
          "run: trains, certifies and evaluates what is missing and makes the outputs. Stopped or killed at "
          "any "
          "time, the same command goes on where it was. A finished cell is made again only when its settings "
          "or "
          "the program's numbers changed, and then it says which. A cell that fails does not stop the "
          "others. "
          "Several files share the cells that are equal.\n"
          "outputs: makes the outputs of the cells that are finished. status: where each cell stands. clean: "
          "removes weights, checkpoints and tables, and keeps records, logs and outputs. summary: a table of "
          "cell "
          "folders, with the training images that were kept.",
      .positional =
          {.name = "ACTION FILE.toml",
           .help = "run, outputs, status or clean, then experiment files; or summary, then folders of cells",
           .least = 1,
           .most = 1000},
      .options = experiment_options(),
      .examples = {{"certus experiment run experiments/examples/toy.toml -o results/toy",
                    "two methods on MNIST, in minutes"},
                   {"certus experiment run experiments/*.toml -o results/desk --dry-run",
                    "what the whole paper at desk scale would take"},
                   {"nice certus experiment run experiments/*.toml -o results/desk --logs LOGS",
                    "all of it; go on with the same command after any end"},
                   {"certus experiment status experiments/*.toml -o results/desk", "how far it is"}},
      .run = run_experiment_command};
}

}  // namespace certus::cli
