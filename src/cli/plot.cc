#include <algorithm>

#include "certus/base/error.h"
#include "certus/cli/commands.h"
#include "certus/cli/printed_curves.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/print.h"
#include "certus/command_line/run_files.h"
#include "certus/command_line/terminal.h"
#include "certus/report/figure_kinds.h"
#include "certus/report/gnuplot.h"

namespace certus::cli {
namespace {

using Paths = std::vector<std::string>;

struct PlotOptions {
  std::vector<std::string> words;
  FigureRequest request;
  FigureSize size = FigureSize::kColumn;
  std::optional<std::string> output;
  Overwrite overwrite = Overwrite::kRefuse;

  void describe(CommandLine& line) {
    line.words(
        "KIND FILE", words,
        "accuracy, p-a, sweep, radius, weight, toy, concept, gradnorm or training; then the files that "
        "it reads",
        1, 10'001);
    request.describe(line);
    line.group("OUTPUT");
    line.add("output", output, "figure to draw: .pdf, .svg or .png; must be given")
        .shown_as("FILE")
        .letter('o');
    line.add_flag("force", overwrite, Overwrite::kAllow, "replace an existing figure");
    line.add_choice<FigureSize>(
            "size", size,
            {{"column", FigureSize::kColumn}, {"page", FigureSize::kPage}, {"screen", FigureSize::kScreen}},
            "a column of a paper is 3.25 inches wide, a page of two columns 6.75 inches")
        .shown_as("S");
  }
};

const FigureKind& kind_of(const std::string& word) {
  std::vector<std::string> names;
  for (const FigureKind& kind : figure_kinds()) {
    if (kind.name == word) return kind;
    names.push_back(kind.name);
  }
  fail_unknown_word("plot", "figure", word, names);
}

/// The kinds of figures that read an option.
std::vector<std::string> readers_of(const std::string& option) {
  std::string name = option.substr(2);
  std::ranges::replace(name, '-', '_');
  std::vector<std::string> kinds;
  for (const FigureKind& kind : figure_kinds())
    if (std::ranges::find(kind.reads, name) != kind.reads.end()) kinds.push_back(kind.name);
  return kinds;
}

/// An option that means something only for some figures is an error for the others.
void check_is_read(const FigureKind& kind, const CommandLine& line) {
  for (const Parameter& option : line.descriptions()) {
    const auto kinds = readers_of(option.name);
    if (!line.has(option.name) || kinds.empty() || std::ranges::find(kinds, kind.name) != kinds.end())
      continue;
    std::string list;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      list += (i == 0 ? "" : i + 1 == kinds.size() ? " and " : ", ") + kinds[i];
    fail(ErrorKind::kConfig, "plot ", kind.name, ": ", option.name, " is for ", list);
  }
}

/// Printed curves do not have what some options ask of logs, and need a budget for certified accuracy.
void check_curves(const FigureKind& kind, const PlotOptions& options, const Paths& files,
                  const CommandLine& line) {
  if (kind.name != "accuracy" && kind.name != "p-a") return;
  for (const std::string& file : files) {
    if (!is_printed_curve(file)) continue;
    if (const char* const of_logs = line.first_of({"--bands", "--best", "--shared-images", "--by"})) {
      fail(ErrorKind::kConfig, "plot: ", of_logs, " needs logs of images, and ", file, " is a printed curve");
    }
    const BudgetOptions& budget = options.request.logs.budget;
    if (kind.name == "accuracy")
      expect_target_budget(load_curve(file, budget), budget, options.request.accuracy.change);
  }
}

/// Fails where the values of options do not fit a kind, or each other.
void check_values(const FigureKind& kind, const FigureRequest& request, const CommandLine& line) {
  const BudgetOptions& budget = request.logs.budget;
  if (line.has("--best") && line.has("--bands")) {
    fail(ErrorKind::kConfig,
         "plot accuracy: --bands has no meaning with --best, whose curves are chosen by the same images; "
         "give one of them");
  }
  if (kind.name == "sweep" && !line.has("--by")) {
    fail(ErrorKind::kConfig,
         "plot sweep: --by is missing; give the setting of training that the runs differ in, e.g. --by "
         "sphere_attack.steps");
  }
  if (line.has("--counts") && line.has("--n"))
    fail(ErrorKind::kConfig, "plot radius: give --n or --counts, not both");
  if (kind.name == "weight") sampling_weight_of(budget.n, budget.alpha);
  if (kind.name == "toy" && budget.n && (*budget.n < 20 || *budget.n > 1'000'000)) {
    fail(ErrorKind::kConfig, "plot toy: --n is ", *budget.n,
         ", expected the most votes to show, 20 to 1000000");
  }
}

/// The files on the line, as many as the figure reads.
Paths files_of(const PlotOptions& options, const FigureKind& kind) {
  Paths files(options.words.begin() + 1, options.words.end());
  if (files.size() > kind.most_files) {
    fail(ErrorKind::kConfig, "plot ", kind.name, ": '", files[kind.most_files], "' is one file too many; ",
         kind.most_files == 0 ? "no file is read" : join_text("expected at most ", kind.most_files));
  }
  if (files.empty() && kind.most_files > 0)
    fail(ErrorKind::kConfig, "plot ", kind.name, ": ", kind.files, " is missing");
  return files;
}

int run_plot(const PlotOptions& options, const CommandLine& line) {
  const FigureKind& kind = kind_of(options.words.front());
  const Paths files = files_of(options, kind);
  check_is_read(kind, line);
  if (!options.output)
    fail(ErrorKind::kConfig, "--output is missing; give the figure's name, e.g. -o ", kind.name, ".pdf");
  const std::string& path = *options.output;
  check_figure_path(path, options.overwrite);
  const auto drawn = figure_files(path);
  check_outputs({.inputs = {files.begin(), files.end()}, .outputs = {drawn.begin(), drawn.end()}});
  check_values(kind, options.request, line);
  check_curves(kind, options, files, line);
  const Figure figure = kind.make(options.request, files);
  for (const std::string& note : figure.notes) print_sentence(note);
  const std::size_t replaced = draw_figure(figure, path, options.size, options.overwrite);
  if (replaced > 0) {
    print_sentence(join_text(
        replaced, replaced == 1 ? " character that fonts may lack is" : " characters that fonts may lack are",
        " drawn as '?'; an SVG keeps ", replaced == 1 ? "it" : "them", ", and --label replaces names"));
  }
  print_out(path, " is drawn; script and data are beside it\n");
  return 0;
}

}  // namespace

Command plot_command() {
  return command_of("plot", run_plot);
}

}  // namespace certus::cli
