#include "certus/base/error.h"
#include "certus/cli/bench_agreement.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/study/engine_speed.h"

namespace certus::cli {
namespace {

struct BenchOptions {
  std::vector<std::string> models;
  std::optional<double> seconds;
  bool agreement = false;
  ModelOptions model_options;
  AgreementOptions compare;
  VotingOptions voting;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("MODEL", models, "model files or names of architectures; with --agreement one file", 0, 1000);
    line.group("WHAT");
    line.add("seconds", seconds, "time for each model with each engine")
        .shown_as("T")
        .usually("3")
        .in(0.01, 1e5);
    line.add("agreement", agreement,
             "compare votes instead of speeds; the options of AGREEMENT are for this");
    add_model(line, model_options);
    compare.describe(line);
    voting.describe(line, "each one that an engine has");
    output.describe(line);
  }

  StudiedEngines engines() const {
    EngineChoice asked = voting.choice();
    asked.precision = voting.precision.value_or("");
    return {.asked = asked, .workers = voting.threads, .batch = voting.batch};
  }
};

void check_speed_options(const BenchOptions& options) {
  if (const auto name = options.compare.first_given())
    fail(ErrorKind::kConfig, *name, " is for bench --agreement; speeds need no data");
  if (options.voting.scales)
    fail(ErrorKind::kConfig, "--scales is for bench --agreement; the speed does not depend on scales");
}

void check_agreement_options(const BenchOptions& options) {
  if (options.seconds) {
    fail(ErrorKind::kConfig,
         "--seconds is for speeds; with --agreement, --n, --skip and --max determine the time");
  }
  if (options.models.size() != 1) {
    fail(ErrorKind::kConfig, "bench --agreement compares engines on one model, found ",
         options.models.size());
  }
  if (!std::filesystem::path(options.models.front()).has_extension()) {
    fail(ErrorKind::kConfig, "bench --agreement needs a trained model, found '", options.models.front(),
         "'; give model.onnx or model.safetensors");
  }
  if (options.voting.precision == "f32" && options.voting.scales)
    fail(ErrorKind::kConfig, "--scales is for --precision int8");
}

int run_speeds(const BenchOptions& options) {
  SpeedStudy study{.models = options.models,
                   .model_options = options.model_options,
                   .engines = options.engines(),
                   .seconds = options.seconds.value_or(3.0)};
  if (study.models.empty()) study.models = {"lenet", "cifar_resnet20", "cifar_resnet110"};
  InterruptGuard interrupt;
  study.engines.stop = interrupt.flag();
  ProgressLine line(30.0);
  study.engines.on_note = [&](const std::string& note) { line.note(note); };
  study.on_step = [&](const std::string& step) { line.update([&] { return step; }); };
  try {
    const SpeedReport report = measure_speeds(study);
    line.clear();
    Document document = speed_document(report);
    document.add("What a data set costs: certus plan --rate R. What int8 changes: certus bench --agreement.");
    deliver(document, options.output);
  } catch (const Interrupted&) {
    line.note("interrupted; a smaller --seconds takes less time");
    return kInterrupted;
  }
  return 0;
}

int run_bench(const BenchOptions& options) {
  if (!options.agreement) {
    check_speed_options(options);
    return run_speeds(options);
  }
  check_agreement_options(options);
  return run_agreement(options.compare,
                       {.model = options.models.front(),
                        .model_options = options.model_options,
                        .data = {},
                        .selection = {},
                        .budget = {},
                        .engines = options.engines(),
                        .scales = options.voting.scales.value_or("")},
                       options.output);
}

}  // namespace

Command bench_command() {
  return with_options<BenchOptions>(
      {.name = "bench",
       .summary = "what this machine can do: images/s, seconds per certified image; what int8 changes",
       .description =
           "Counts votes of each model under noise with each engine and precision, for a few seconds each. "
           "It "
           "prints how long one image takes at n0 = 100 and n = 10^5, and what share of the processor's peak "
           "is used. Without a model it takes lenet, cifar_resnet20 and cifar_resnet110 with fresh weights.\n"
           "With --agreement it certifies images of --data with every engine and precision on the same noise "
           "and compares each draw with the float32 reference. It prints the share of changed votes, and "
           "what "
           "they change in certified accuracy, ACR and the distribution of p_A, with intervals over the "
           "images.",
       .examples = {{"certus bench", "three usual networks"},
                    {"certus bench --agreement model.safetensors --data cifar10 --sigma 0.5",
                     "what int8 changes, on 100 test images with 1000 votes each"},
                    {"certus bench model.onnx --threads 1", "one core"},
                    {"certus bench resnet50 --engine onednn --precision int8 --format json",
                     "for a script"}}},
      run_bench);
}

}  // namespace certus::cli
