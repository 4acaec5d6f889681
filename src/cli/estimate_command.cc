#include "certus/cli/estimate_command.h"

#include "certus/base/error.h"
#include "certus/certify/certification_parameters.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/data/dataset_parameters.h"
#include "certus/engines/engine_parameters.h"
#include "certus/model/model_parameters.h"
#include "certus/report/format_parameter.h"
#include "certus/study/estimate_engines.h"
#include "certus/study/estimate_summary.h"

namespace certus::cli {
namespace {

/// No file that the run reads may be the table or its manifest.
/// @param others  beside the data
void check_files(const EstimateOptions& options, const std::vector<std::filesystem::path>& others) {
  RunFiles files{.inputs = files_of(options.data),
                 .outputs = {options.run.table, manifest_path(options.run.table)}};
  files.inputs.insert(files.inputs.end(), others.begin(), others.end());
  check_outputs(files);
}

/// What options say of a table of the data set that they open.
EstimateRun run_of(const EstimateOptions& options, const CommandLine& line) {
  check_data(options.data, line);
  EstimateRun run = options.run;
  if (!line.has("--output") || run.table == "-") {
    fail(ErrorKind::kConfig, "--output is ", line.has("--output") ? "'-'" : "missing",
         "; a table is a file that can be resumed; give its name, e.g. -o table.tsv");
  }
  check_start(line);
  run.params.sigma = given_sigma(options.sigma);
  if (run.start == Start::kNew && std::filesystem::exists(run.table))
    fail(ErrorKind::kFile, run.table, ": exists already; --resume continues it, --force starts again");
  if (options.views != "plain") run.augmentation = usual_augmentation(options.data);
  return run;
}

int print_summary(const EstimateOptions& options) {
  print_document(estimate_summary(options.run.table), options.format);
  return 0;
}

}  // namespace

EstimateOptions::EstimateOptions(EstimateKind kind) {
  run.kind = kind;
  run.params.samples = kind == EstimateKind::kPCorrect ? 100 : 10'000;
}

void EstimateOptions::describe(CommandLine& line) {
  line.group("WHAT");
  certus::describe(line, data);
  describe_sigma(line, sigma);
  line.add("samples", run.params.samples, "noise draws per image").in(1, 1e9);
  line.add(
          "views", views,
          "augmented is a random crop and flip of each image, as in training and in the literature; plain is "
          "the image itself")
      .shown_as("V")
      .one_of({"augmented", "plain"});
  describe_max(line, max).help = "only images before this index; training needs a whole table";
  add_seed(line, run.params.seed, "number that chooses noise and views; the same seed gives the same table");
  certus::describe(line, model_options);
  describe_engine(line, engine, threads);
  line.group("OUTPUT");
  const char* const example = run.kind == EstimateKind::kPCorrect ? "p_correct_0.5.tsv" : "soft_labels.tsv";
  line.add("output", run.table,
           join_text("table to write, e.g. ", example, "; its manifest goes beside it; must be given"))
      .shown_as("FILE")
      .letter('o');
  add_start(line, run.start, "the table");
  describe_format(line, format);
}

int run_estimate_command(const EstimateOptions& options, const std::string& model_file,
                         const CommandLine& given) {
  EstimateRun run = run_of(options, given);
  check_files(options, files_of_model(model_file));
  const Model model = load_model(model_file, options.model_options);
  const auto data = open_dataset(options.data);
  run.images = options.max.value_or(data->size());
  if (run.images > data->size())
    fail(ErrorKind::kConfig, "--max is ", run.images, ", but the data has ", data->size(), " images");
  run.make_engines = estimate_engines(options.engine, options.threads);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  run.stop = interrupt.flag();
  run.on_progress = [&](const EstimateProgress& p) {
    line.update([&] {
      return join_text(p.images_done, '/', p.images_total, " images, ",
                       pace_text(p.draws_per_second, "draws", p.seconds_left));
    });
  };
  const EstimateResult result = estimate_images(model, *data, run);
  line.clear();
  if (result.finished) return print_summary(options);
  line.note(join_text("interrupted: ", run.table, " has ", result.images_done, " of ", result.images_total,
                      " images; the same command with --resume continues"));
  return kInterrupted;
}

int run_import_command(const EstimateOptions& options, const std::string& file, const CommandLine& line) {
  if (const char* const unused =
          line.first_of({"--max", "--seed", "--resume", "--threads", "--engine", "--device"}))
    fail(ErrorKind::kConfig, unused, " has no meaning with --import");
  if (!line.has("--samples")) {
    fail(ErrorKind::kConfig, "--import: --samples is missing; ", file,
         " has shares of draws, but does not say of how many draws");
  }
  const EstimateRun run = run_of(options, line);
  check_files(options, {file});
  import_estimates(file, *open_dataset(options.data), run);
  return print_summary(options);
}

}  // namespace certus::cli
