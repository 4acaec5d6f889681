#include <algorithm>
#include <thread>

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/print.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/terminal.h"
#include "certus/data/dataset_parameters.h"
#include "certus/experiment/cell_costs.h"
#include "certus/experiment/cell_selection.h"
#include "certus/experiment/experiment_document.h"
#include "certus/experiment/result_folder.h"
#include "certus/experiment/run_experiment.h"
#include "certus/report/budget_text.h"
#include "certus/report/format_parameter.h"

namespace certus::cli {
namespace {

struct ExperimentOptions {
  std::vector<std::string> words;
  std::string scale = "desk";
  std::vector<std::string> only;
  int jobs = 1;
  std::optional<int> threads;
  bool dry_run = false;
  double measure = 3.0;
  std::optional<std::string> logs;
  std::filesystem::path data_dir;
  Verify verify = Verify::kPublished;
  OutputOptions output;

  /// What follows the action.
  std::vector<std::string> files() const { return {words.begin() + 1, words.end()}; }

  void describe(CommandLine& line) {
    line.words("ACTION FILE.toml", words,
               "run, outputs, status or clean, then experiment files; or summary, then folders of cells", 1,
               1000);
    line.group("WHAT");
    line.add("scale", scale,
             "desk is sized for two CPU cores; paper has the published settings, which need GPUs")
        .shown_as("S")
        .one_of({"desk", "paper"});
    line.add(
            "only", only,
            "only these cells: a name or a pattern such as 'easy-focus/*/seed-0'; may be given several times")
        .shown_as("CELL");
    line.add("logs", logs, "folder of published logs, for outputs that read them").shown_as("DIR");
    describe_data_dir(line, data_dir).rarely();
    describe_no_verify(line, verify).rarely();
    line.group("RUN");
    line.add("jobs", jobs, "cells at the same time").in(1, 1024);
    line.add("threads", threads,
             "threads per cell; a cell keeps the number that it was started with, because the rounding "
             "depends on it")
        .usually("cores / jobs")
        .in(1, 1024);
    line.add("dry_run", dry_run, "show the cells, their state and what they would cost");
    line.add("measure", measure, "with --dry-run: seconds to measure each kind of cell; 0 measures nothing")
        .shown_as("SECONDS")
        .in(0, 3600)
        .rarely();
    line.group("OUTPUT");
    line.add("output", output.output, "folder of the results, must be given; summary: a file")
        .shown_as("DIR")
        .letter('o');
    line.add_flag("force", output.overwrite, Overwrite::kAllow, "summary: replace an existing file").rarely();
    describe_format(line, output.format);
  }
};

/// What an action works on.
struct Study {
  const ExperimentOptions& options;
  Experiment experiment;
  std::filesystem::path root;
  std::vector<bool> wanted;  ///< by cell

  ExperimentJob job(InterruptGuard& interrupt) const {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<std::string> data_words;
    if (!options.data_dir.empty())
      data_words = {"--data-dir", std::filesystem::absolute(options.data_dir).string()};
    if (options.verify == Verify::kAny) data_words.push_back("--no-verify");
    return {.experiment = experiment,
            .root = std::filesystem::absolute(root),
            .program = std::filesystem::read_symlink("/proc/self/exe"),
            .data_words = data_words,
            .logs = options.logs ? std::filesystem::absolute(*options.logs) : std::filesystem::path(),
            .wanted = wanted,
            .jobs = options.jobs,
            .threads = options.threads.value_or(std::max(1, cores / options.jobs)),
            .stop = interrupt.flag()};
  }
};

/// Cells that --only names.
std::vector<bool> wanted_cells(const ExperimentOptions& options, const Experiment& experiment) {
  try {
    return select_cells(experiment, options.only);
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
      check_line(*command, {words.begin() + 1, words.end()});
    } catch (const Error& error) {
      fail(error.kind(), output.where, ": ", error.what());
    }
  }
}

void print_result(const ExperimentResult& result) {
  for (const auto& path : result.outputs) print_out(path, '\n');
  for (const std::string& text : result.left_out) print_sentence(text);
  for (const ExperimentFailure& failure : result.failures) {
    print_err("failed: ", failure.title, ": ", failure.message, '\n');
    if (!failure.log.empty()) print_err("  see ", failure.log, '\n');
  }
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
  print_result(result);
  if (result.stopped) {
    print_err("stopped; the same command continues where it stopped\n");
    return kInterrupted;
  }
  print_out(result.finished, " of ", counted(study.experiment.cells.size(), "cell", "cells"), " finished");
  if (!result.failures.empty()) print_out(", ", result.failures.size(), " failed");
  print_out('\n');
  return result.failures.empty() ? 0 : 1;
}

int outputs_action(const Study& study) {
  InterruptGuard interrupt;
  const ExperimentResult result = make_outputs(study.job(interrupt));
  print_result(result);
  return result.failures.empty() ? 0 : 1;
}

int status_action(const Study& study) {
  print_document(status_document(study.experiment, study.root, study.wanted), study.options.output.format);
  return 0;
}

int dry_run_action(const Study& study) {
  InterruptGuard interrupt;
  const ExperimentJob job = study.job(interrupt);
  DryRun run{.experiment = study.experiment,
             .root = study.root,
             .wanted = study.wanted,
             .jobs = job.jobs,
             .seconds = study.options.measure};
  if (run.seconds > 0.0) {
    ProgressLine line(0.0);
    run.costs = measure_cell_costs(job, run.open(), run.seconds,
                                   [&](const std::string& title) { line.show("measuring " + title); });
  }
  if (*interrupt.flag()) return kInterrupted;
  print_document(dry_run_document(run), study.options.output.format);
  return 0;
}

int clean_action(const Study& study) {
  const std::uintmax_t bytes = ResultFolder(study.root).clean();
  print_out("removed ", amount_text(bytes),
            " of weights, checkpoints and tables; records, logs and outputs are kept\n");
  return 0;
}

int summary_action(const ExperimentOptions& options) {
  const std::vector<std::string> folders = options.files();
  Document document = summary_document({folders.begin(), folders.end()});
  document.add(acr_caveat());
  std::vector<std::string> read;
  for (const std::string& folder : folders)
    read.push_back((std::filesystem::path(folder) / "summary.json").string());
  deliver(document, options.output, read);
  return 0;
}

int run_experiment_command(const ExperimentOptions& options) {
  const std::string& name = options.words.at(0);
  if (name == "summary") return summary_action(options);
  const std::vector<std::pair<std::string, int (*)(const Study&)>> actions{
      {"run", run_action}, {"outputs", outputs_action}, {"status", status_action}, {"clean", clean_action}};
  const auto action = std::ranges::find(actions, name, [](const auto& each) { return each.first; });
  if (action == actions.end())
    fail_unknown_word("experiment", "action", name, {"run", "outputs", "status", "clean", "summary"});
  if (options.words.size() < 2) fail(ErrorKind::kConfig, "experiment ", name, ": FILE.toml is missing");
  const auto& root = options.output.output;
  if (!root || root->empty())
    fail(ErrorKind::kConfig, "--output is ", root ? "empty" : "missing",
         "; give the folder of the results, e.g. -o results/desk");
  Study study{.options = options,
              .experiment = load_experiment(options.files(), options.scale),
              .root = *root,
              .wanted = {}};
  for (const std::string& note : study.experiment.notes) print_err(note, '\n');
  study.wanted = wanted_cells(options, study.experiment);
  check_outputs(study.experiment);
  return options.dry_run ? dry_run_action(study) : action->second(study);
}

}  // namespace

Command experiment_command() {
  return command_of("experiment", run_experiment_command);
}

}  // namespace certus::cli
