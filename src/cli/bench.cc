#include "certus/base/error.h"
#include "certus/cli/bench_agreement.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/engines/engine_parameters.h"
#include "certus/model/model_parameters.h"
#include "certus/study/engine_speed.h"

namespace certus::cli {
namespace {

struct BenchOptions {
  std::vector<std::string> models;
  double seconds = 3.0;
  bool agreement = false;
  ModelOptions model_options;
  AgreementOptions compare;
  StudiedEngines engines{.asked = {.precision = ""}};
  std::filesystem::path scales;
  OutputOptions output;

  void describe(CommandLine& line) {
    line.words("MODEL", models, "model files or names of architectures; with --agreement one file", 0, 1000);
    line.group("WHAT");
    line.add("seconds", seconds, "time for each model with each engine").shown_as("T").in(0.01, 1e5);
    line.add("agreement", agreement,
             "compare votes instead of speeds; the options of AGREEMENT are for this");
    certus::describe(line, model_options);
    compare.describe(line);
    describe_voters(line, {engines.asked, engines.workers, engines.batch, scales},
                    "each one that an engine has");
    output.describe(line);
  }
};

void check_speed_options(const CommandLine& line) {
  if (const std::string name = AgreementOptions::first_given(line); !name.empty())
    fail(ErrorKind::kConfig, name, " is for bench --agreement; speeds need no data");
  if (line.has("--scales"))
    fail(ErrorKind::kConfig, "--scales is for bench --agreement; the speed does not depend on scales");
}

void check_agreement_options(const BenchOptions& options, const CommandLine& line) {
  if (line.has("--seconds")) {
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
  if (options.engines.asked.precision == "f32" && line.has("--scales"))
    fail(ErrorKind::kConfig, "--scales is for --precision int8");
}

int run_speeds(const BenchOptions& options) {
  if (options.output.output) {  // before the work
    check_outputs(
        {.inputs = {options.models.begin(), options.models.end()}, .outputs = {*options.output.output}});
  }
  SpeedStudy study{.models = options.models,
                   .model_options = options.model_options,
                   .engines = options.engines,
                   .seconds = options.seconds};
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
    deliver(document, options.output, options.models);
  } catch (const Interrupted&) {
    line.note("interrupted; a smaller --seconds takes less time");
    return kInterrupted;
  }
  return 0;
}

int run_bench(const BenchOptions& options, const CommandLine& line) {
  if (!options.agreement) {
    check_speed_options(line);
    return run_speeds(options);
  }
  check_agreement_options(options, line);
  AgreementStudy study{.model = options.models.front(),
                       .model_options = options.model_options,
                       .data = {},
                       .selection = {},
                       .budget = {},
                       .engines = options.engines,
                       .scales = options.scales};
  return run_agreement(options.compare, std::move(study), options.output, line);
}

}  // namespace

Command bench_command() {
  return command_of("bench", run_bench);
}

}  // namespace certus::cli
