#include "certus/cli/estimate_command.h"

#include <cstdio>

#include "certus/base/error.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/run_options.h"
#include "certus/cli/shared_options.h"
#include "certus/study/estimate_run.h"
#include "certus/study/estimate_summary.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// What options say of a table of the data set that they open.
EstimateRun run_of(const Arguments& arguments, const OpenOptions& data) {
  const auto path = arguments.text("--output");
  if (!path || *path == "-") {
    fail(ErrorKind::kConfig, "--output is ", path ? "'-'" : "missing",
         "; a table grows in a file that can be resumed: give its name, e.g. -o table.tsv");
  }
  EstimateRun run{.table = *path,
                  .start = start_of(arguments, "a table"),
                  .params = {.sigma = sigma_of(arguments),
                             .samples = arguments.integer_or_default("--samples"),
                             .seed = static_cast<std::uint64_t>(arguments.integer_or_default("--seed"))}};
  if (run.start == Start::kNew && std::filesystem::exists(run.table))
    fail(ErrorKind::kFile, run.table, ": exists already; --resume goes on with it, --force begins anew");
  if (arguments.text_or_default("--views") != "plain") run.augmentation = usual_augmentation(data);
  return run;
}

int print_summary(const Arguments& arguments, const EstimateRun& run) {
  const std::string text = render(estimate_summary(run.table), format_of(arguments));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace

std::vector<Option> estimate_options(const std::string& samples, const std::string& output) {
  return data_options(Split::kTrain) +
         std::vector<Option>{
             sigma_option(),
             number_option(Kind::kInteger, "--samples", "N", "noise draws an image", samples, {1, 1e9}),
             choice_option("--views", "V",
                           "augmented: one random crop and flip of each image, as training sees it and the "
                           "literature estimates; plain: the image itself",
                           "augmented", {"augmented", "plain"}),
             max_option("only images before this one; training takes whole tables only"),
             seed_option("which noise and views; the same seed gives the same table"),
             threads_option()} +
         engine_options() + model_options() +
         std::vector<Option>{output_option("FILE", "table to write, e.g. " + output +
                                                       "; its manifest goes beside it; has to be given"),
                             flag_option("--resume", "go on with that table where it ends"),
                             flag_option("--force", "replace an existing table"), format_option()};
}

int run_estimate_command(const Arguments& arguments, EstimateKind kind) {
  const OpenOptions open = open_options_of(arguments);
  EstimateRun run = run_of(arguments, open);
  const Model model = load_model_of(arguments, arguments.positionals().at(0));
  const auto data = open_dataset(open);
  run.kind = kind;
  run.images = arguments.integer("--max").value_or(data->size());
  if (run.images > data->size())
    fail(ErrorKind::kConfig, "--max is ", run.images, ", but the data has ", data->size(), " images");
  run.make_engines = engine_maker(arguments);
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
  if (result.finished) return print_summary(arguments, run);
  line.note(join_text("interrupted: ", run.table, " has ", result.images_done, " of ", result.images_total,
                      " images; the same command with --resume goes on"));
  return kInterrupted;
}

int run_import_command(const Arguments& arguments, const std::string& file) {
  if (!arguments.positionals().empty()) {
    fail(ErrorKind::kConfig, "--import takes shares from a file, so that no MODEL votes; give one of them");
  }
  for (const std::string name : {"--max", "--seed", "--resume", "--threads", "--engine", "--device"}) {
    if (arguments.text(name)) fail(ErrorKind::kConfig, "--import: ", name, " has no meaning with it");
  }
  if (!arguments.text("--samples")) {
    fail(ErrorKind::kConfig, "--import: --samples is missing; ", file,
         " does not say how many draws each share is of, and they have to be whole numbers of them");
  }
  const OpenOptions open = open_options_of(arguments);
  const EstimateRun run = run_of(arguments, open);
  import_estimates(file, *open_dataset(open), run);
  return print_summary(arguments, run);
}

}  // namespace certus::cli
