#include "certus/cli/estimate_command.h"

#include "certus/base/error.h"
#include "certus/certify/certification_run.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/study/estimate_run.h"
#include "certus/study/estimate_summary.h"

namespace certus::cli {
namespace {

std::int64_t usual_samples(EstimateKind kind) {
  return kind == EstimateKind::kPCorrect ? 100 : 10'000;
}

/// What options say of a table of the data set that they open.
EstimateRun run_of(const EstimateOptions& options, const OpenOptions& data) {
  if (!options.output || *options.output == "-") {
    fail(ErrorKind::kConfig, "--output is ", options.output ? "'-'" : "missing",
         "; a table grows in a file that can be resumed: give its name, e.g. -o table.tsv");
  }
  EstimateRun run{.kind = options.kind,
                  .table = *options.output,
                  .start = options.existing.start(),
                  .params = {.sigma = given_sigma(options.sigma),
                             .samples = options.samples.value_or(usual_samples(options.kind)),
                             .seed = static_cast<std::uint64_t>(options.seed.value_or(0))}};
  if (run.start == Start::kNew && std::filesystem::exists(run.table))
    fail(ErrorKind::kFile, run.table, ": exists already; --resume continues it, --force starts again");
  if (options.views != "plain") run.augmentation = usual_augmentation(data);
  return run;
}

int print_summary(const EstimateOptions& options, const EstimateRun& run) {
  print_document(estimate_summary(run.table), options.format);
  return 0;
}

}  // namespace

void EstimateOptions::describe(CommandLine& line) {
  line.group("WHAT");
  data.describe(line, Split::kTrain);
  add_sigma(line, sigma);
  line.add("samples", samples, "noise draws per image")
      .usually(std::to_string(usual_samples(kind)))
      .in(1, 1e9);
  line.add("views", views,
           "augmented is one random crop and flip of each image, as training sees it and the literature "
           "estimates; plain is the image itself")
      .shown_as("V")
      .one_of({"augmented", "plain"});
  add_max(line, max).help = "only images before this one; training takes only whole tables";
  line.add("seed", seed, "which noise and views; the same seed gives the same table")
      .shown_as("S")
      .usually("0")
      .in(0, static_cast<double>(kLargestSeed));
  add_model(line, model_options);
  engine.describe(line);
  line.group("OUTPUT");
  const char* const example = kind == EstimateKind::kPCorrect ? "p_correct_0.5.tsv" : "soft_labels.tsv";
  line.add("output", output,
           join_text("table to write, e.g. ", example, "; its manifest goes beside it; has to be given"))
      .shown_as("FILE")
      .letter('o');
  existing.describe(line, "the table");
  add_format(line, format);
}

int run_estimate_command(const EstimateOptions& options, const std::string& model_file) {
  const OpenOptions open = options.data.open_options(Split::kTrain);
  EstimateRun run = run_of(options, open);
  const Model model = load_model(model_file, options.model_options);
  const auto data = open_dataset(open);
  run.images = options.max.value_or(data->size());
  if (run.images > data->size())
    fail(ErrorKind::kConfig, "--max is ", run.images, ", but the data has ", data->size(), " images");
  run.make_engines = engine_maker(options.engine);
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
  if (result.finished) return print_summary(options, run);
  line.note(join_text("interrupted: ", run.table, " has ", result.images_done, " of ", result.images_total,
                      " images; the same command with --resume continues"));
  return kInterrupted;
}

int run_import_command(const EstimateOptions& options, const std::string& file) {
  const EngineOptions usual;
  const std::vector<std::pair<const char*, bool>> unused{{"--max", options.max.has_value()},
                                                         {"--seed", options.seed.has_value()},
                                                         {"--resume", options.existing.resume},
                                                         {"--threads", options.engine.threads.has_value()},
                                                         {"--engine", options.engine.engine != usual.engine},
                                                         {"--device", options.engine.device != usual.device}};
  for (const auto& [name, is_given] : unused)
    if (is_given) fail(ErrorKind::kConfig, "--import: ", name, " has no meaning with it");
  if (!options.samples) {
    fail(ErrorKind::kConfig, "--import: --samples is missing; ", file,
         " does not say of how many draws each share is, and each has to be a whole number of draws");
  }
  const OpenOptions open = options.data.open_options(Split::kTrain);
  const EstimateRun run = run_of(options, open);
  import_estimates(file, *open_dataset(open), run);
  return print_summary(options, run);
}

}  // namespace certus::cli
