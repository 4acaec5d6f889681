#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/experiment/cell_costs.h"
#include "certus/experiment/cell_summary.h"
#include "certus/experiment/result_folder.h"
#include "certus/experiment/run_experiment.h"
#include "certus/record/certification_record.h"

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

/// Cells that --only names: by title or by place, with the stars of a shell.
std::vector<bool> wanted_cells(const Arguments& arguments, const Experiment& experiment) {
  const auto patterns = arguments.texts("--only");
  std::vector<bool> wanted(experiment.cells.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    bool fits = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const ExperimentCell& cell = experiment.cells[i];
      const std::string place = cell.place().string();
      const std::string without_data = place.substr(place.find('/') + 1);
      const bool matches = cell.name == pattern || ::fnmatch(pattern.c_str(), place.c_str(), 0) == 0 ||
                           ::fnmatch(pattern.c_str(), without_data.c_str(), 0) == 0;
      wanted[i] = wanted[i] || matches;
      fits = fits || matches;
    }
    if (fits) continue;
    std::vector<std::string> names;
    for (const ExperimentCell& cell : experiment.cells) {
      if (std::ranges::find(names, cell.name) == names.end()) names.push_back(cell.name);
    }
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    fail(ErrorKind::kConfig, "--only ", pattern, " fits no cell, expected a name (", list,
         ") or a pattern like '", experiment.cells.empty() ? "name" : experiment.cells.front().name,
         "/*/seed-0'");
  }
  return wanted;
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

std::string amount_text(std::uintmax_t bytes) {
  const double mega = static_cast<double>(bytes) / 1e6;
  return mega < 1000.0 ? fixed_text(mega, 1) + " MB" : fixed_text(mega / 1000.0, 1) + " GB";
}

std::string time_text(double seconds) {
  return duration_text(std::round(seconds));
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return join_text(count, ' ', count == 1 ? one : many);
}

void print_failures(const ExperimentResult& result) {
  for (const ExperimentFailure& failure : result.failures) {
    std::fprintf(stderr, "failed: %s: %s\n  see %s\n", failure.title.c_str(), failure.message.c_str(),
                 failure.log.c_str());
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
  job.on_progress = [&](const ExperimentProgress& news) {
    if (line.is_due()) line.show(progress_text(news));
  };
  job.on_note = [&](const std::string& text) {
    line.clear();
    std::fprintf(stderr, "%s\n", text.c_str());
  };
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

/// Where a cell stands, in a few words.
std::string state_text(const ResultFolder& folder, const ExperimentCell& cell) {
  const std::string stale = folder.why_stale(cell);
  if (!stale.empty()) return "to be made again: " + stale;
  if (folder.is_finished(cell)) {
    return folder.has_all_analyses(cell) ? "finished" : "certified; analyses of its gradients are missing";
  }
  const std::string failure = folder.failure(cell);
  if (!failure.empty()) return "failed: " + failure;
  if (folder.has_model(cell))
    return join_text("trained; ",
                     counted(static_cast<std::size_t>(folder.images_certified(cell)), "image", "images"),
                     " certified");
  const std::int64_t epochs = folder.epochs_trained(cell);
  if (epochs > 0) return join_text("epoch ", epochs, " of ", cell.train.integer("train.epochs"), " trained");
  return "waits";
}

int status_action(const Study& study) {
  const ResultFolder folder(study.root);
  Document document;
  document.json = {{"scale", study.experiment.scale}, {"cells", Json::array()}};
  Table table{.title = join_text("Cells in ", study.root.string(), ", scale ", study.experiment.scale),
              .header = {"cell", "state"},
              .rows = {},
              .left_columns = 2};
  std::size_t finished = 0;
  for (std::size_t i = 0; i < study.experiment.cells.size(); ++i) {
    if (!study.wanted[i]) continue;
    const ExperimentCell& cell = study.experiment.cells[i];
    const std::string state = state_text(folder, cell);
    if (state == "finished") ++finished;
    table.rows.push_back({text_cell(cell.title()), text_cell(state)});
    document.json["cells"].push_back(
        {{"cell", cell.title()}, {"folder", cell.place().string()}, {"state", state}});
  }
  const std::size_t cells = table.rows.size();
  document.json["finished"] = finished;
  document.add(std::move(table));
  document.add(join_text(finished, " of ", counted(cells, "cell", "cells"), " finished."));
  std::fputs(render(document, format_of(study.arguments)).c_str(), stdout);
  return 0;
}

/// The costs of all cells together.
struct TotalCost {
  double train_seconds = 0.0, certify_seconds = 0.0;
  std::uintmax_t disk_bytes = 0;
  std::size_t cells = 0;
  std::map<std::string, std::size_t> unknown;  ///< cells whose cost is not known, by reason

  void add(const CellCost& cost) {
    ++cells;
    train_seconds += cost.train_seconds;
    certify_seconds += cost.certify_seconds;
    disk_bytes += cost.disk_bytes;
    if (!cost.why_unknown.empty()) ++unknown[cost.why_unknown];
  }
};

void add_total(Document& document, const TotalCost& total, double seconds) {
  document.json["cells_to_make"] = total.cells;
  if (seconds == 0.0) {
    document.add(
        join_text(counted(total.cells, "cell", "cells"), " to make; nothing was measured (--measure 0)."));
    return;
  }
  document.json["seconds"] = total.train_seconds + total.certify_seconds;
  document.json["disk_bytes"] = total.disk_bytes;
  document.add(join_text(counted(total.cells, "cell", "cells"), " to make: training ",
                         time_text(total.train_seconds), ", certifying ", time_text(total.certify_seconds),
                         ", together ", time_text(total.train_seconds + total.certify_seconds), "; disk ",
                         amount_text(total.disk_bytes), '.'));
  document.add(
      join_text("Each kind of cell was measured for about ", seconds,
                " seconds on this machine as busy as it is now, and extrapolated; gradient norms and outputs "
                "are not counted."));
  for (const auto& [reason, cells] : total.unknown)
    document.add(join_text("Not known for ", counted(cells, "cell", "cells"), ": ", reason));
}

int dry_run_action(const Study& study) {
  InterruptGuard interrupt;
  const ExperimentJob job = study.job(interrupt);
  const ResultFolder folder(study.root);
  const double seconds = study.arguments.real_or_default("--measure");
  const std::size_t count = study.experiment.cells.size();
  std::vector<bool> open(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ExperimentCell& cell = study.experiment.cells[i];
    open[i] = study.wanted[i] && (!folder.is_finished(cell) || !folder.why_stale(cell).empty());
  }
  std::vector<CellCost> costs(count);
  if (seconds > 0.0) {
    ProgressLine line(0.0);
    costs = measure_cell_costs(job, open, seconds,
                               [&](const std::string& title) { line.show("measuring " + title); });
  }
  if (*interrupt.flag()) return kInterrupted;
  Document document;
  document.json = {{"scale", study.experiment.scale}, {"cells", Json::array()}};
  Table table{.title = "What a run would do", .header = {"cell", "state"}, .rows = {}, .left_columns = 2};
  if (seconds > 0.0) table.header.insert(table.header.end(), {"train", "certify"});
  TotalCost total;
  for (std::size_t i = 0; i < count; ++i) {
    if (!study.wanted[i]) continue;
    const ExperimentCell& cell = study.experiment.cells[i];
    const bool is_known = open[i] && costs[i].why_unknown.empty();
    if (open[i]) total.add(costs[i]);
    table.rows.push_back({text_cell(cell.title()), text_cell(state_text(folder, cell))});
    document.json["cells"].push_back({{"cell", cell.title()},
                                      {"folder", cell.place().string()},
                                      {"train_seconds", costs[i].train_seconds},
                                      {"certify_seconds", costs[i].certify_seconds}});
    if (seconds == 0.0) continue;
    for (const double part : {costs[i].train_seconds, costs[i].certify_seconds})
      table.rows.back().push_back(text_cell(is_known ? time_text(part) : "-"));
  }
  document.add(std::move(table));
  add_total(document, total, seconds);
  std::string outputs;
  for (const Output& output : study.experiment.outputs)
    outputs += (outputs.empty() ? "" : ", ") + output.file.string();
  document.add("Outputs: " + (outputs.empty() ? "none" : outputs));
  std::fputs(render(document, format_of(study.arguments)).c_str(), stdout);
  return 0;
}

int clean_action(const Study& study) {
  const std::uintmax_t bytes = ResultFolder(study.root).clean();
  std::printf("%s of weights, checkpoints and tables were removed; records, logs and outputs are kept\n",
              amount_text(bytes).c_str());
  return 0;
}

/// A row for each finished cell: what no log says stands beside what its log says.
int summary_action(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  Document document;
  document.json = {{"cells", Json::array()}};
  Table table{.title = "Finished cells; accuracies in %",
              .header = {"method", "setting", "sigma", "seed", "ACR", "n", "certified at 0", "images kept",
                         "training, noisy", "test, noisy"},
              .rows = {},
              .left_columns = 2};
  const auto percent = [](const std::optional<double>& share) {
    return percent_cell(share.value_or(std::nan("")), 1);
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const CellSummary cell = read_cell_summary(words[i]);
    table.rows.push_back({text_cell(cell.method), text_cell(cell.varied), exact_cell(cell.sigma),
                          count_cell(cell.seed), real_cell(cell.acr, 3), count_cell(cell.n),
                          percent_cell(cell.accuracy, 1), optional_cell(cell.kept_images, 0),
                          percent(cell.train_accuracy), percent(cell.test_accuracy)});
    document.json["cells"].push_back({{"method", cell.method},
                                      {"varied", cell.varied},
                                      {"sigma", cell.sigma},
                                      {"seed", cell.seed},
                                      {"acr", cell.acr},
                                      {"n", cell.n},
                                      {"certified_accuracy_at_0", cell.accuracy},
                                      {"kept_images", json_of(cell.kept_images)}});
  }
  document.add(std::move(table));
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
      {.name = "--scale",
       .kind = Kind::kChoice,
       .value_name = "S",
       .help = "desk: sized for two CPU cores; paper: the published settings, which want GPUs",
       .default_text = "desk",
       .choices = {"desk", "paper"}},
      {.name = "--only",
       .kind = Kind::kText,
       .value_name = "CELL",
       .help =
           "only these cells: a name, or a pattern like 'easy-focus/*/seed-0'; may be given several times",
       .repeatable = true},
      {.name = "--jobs",
       .kind = Kind::kInteger,
       .value_name = "N",
       .help = "cells at a time",
       .default_text = "1",
       .low = 1,
       .high = 1024},
      {.name = "--threads",
       .kind = Kind::kInteger,
       .value_name = "N",
       .help = "threads of each; a cell that has begun keeps its own number, because another one rounds "
               "differently",
       .default_text = "cores / jobs",
       .low = 1,
       .high = 1024},
      {.name = "--dry-run",
       .kind = Kind::kFlag,
       .help = "show the cells, their state and what they would cost"},
      {.name = "--measure",
       .kind = Kind::kReal,
       .value_name = "SECONDS",
       .help = "with --dry-run: how long each kind of cell is measured; 0: not at all",
       .default_text = "3",
       .low = 0,
       .high = 3600},
      {.name = "--logs",
       .kind = Kind::kText,
       .value_name = "DIR",
       .help = "folder of published logs, for outputs that read some"},
      {.name = "--data-dir",
       .kind = Kind::kText,
       .value_name = "DIR",
       .help = "folder that holds the data sets",
       .default_text = "$CERTUS_DATA, else ~/.cache/certus"},
      {.name = "--no-verify",
       .kind = Kind::kFlag,
       .help = "take data in the layout of a known data set that is not the published one"},
      {.name = "--output",
       .kind = Kind::kText,
       .value_name = "DIR",
       .help = "folder of the results, which has to be given; summary: a file",
       .short_name = "-o"},
      {.name = "--force", .kind = Kind::kFlag, .help = "summary: replace an existing file"},
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
