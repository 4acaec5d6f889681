#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/interrupt.h"
#include "certus/command_line/print.h"
#include "certus/command_line/progress_line.h"
#include "certus/command_line/run_files.h"
#include "certus/data/dataset_parameters.h"
#include "certus/engines/engine_parameters.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/settings_page.h"
#include "certus/recipe/training_half.h"
#include "certus/recipe/unread_settings.h"
#include "certus/study/estimate_engines.h"
#include "certus/study/train_network.h"

namespace certus::cli {
namespace {

struct TrainOptions {
  std::optional<std::string> preset;
  std::vector<std::string> set;
  bool list = false, settings = false, print_config = false;
  std::filesystem::path data_dir;
  Verify verify = Verify::kPublished;
  EngineChoice engine;
  std::optional<std::int64_t> threads;
  std::optional<std::string> output;
  Start start = Start::kNew;

  void describe(CommandLine& line) {
    line.word("PRESET|FILE.toml", preset,
              "what to train, and how; with --resume it can be the folder of a run");
    line.group("WHAT");
    line.add("set", set, "change a setting, e.g. train.epochs=3; may be given several times")
        .shown_as("KEY=VALUE");
    describe_data_dir(line, data_dir).rarely();
    describe_no_verify(line, verify).rarely();
    line.group("SHOW");
    line.add("list", list, "list the presets, or those whose names contain the argument, and stop");
    line.add("settings", settings, "explain every setting (docs/settings.md) and stop");
    line.add("print_config", print_config, "print all settings that the run would read, as TOML, and stop");
    line.group("ENGINE");
    describe_threads(line, threads).help =
        "with another number of threads the weights differ in their last digits";
    line.add("device", engine.device, "cpu, or cuda where libtorch has it").shown_as("D");
    line.add("engine", engine.engine,
             "what executes the network to estimate p_A of training images: onednn, torch, or auto, which "
             "takes the first that can")
        .shown_as("E")
        .rarely();
    line.group("OUTPUT");
    line.add("output", output, "folder of the run").shown_as("DIR").usually("runs/PRESET").letter('o');
    add_start(line, start, "the run");
  }
};

/// The options that say where the data are, as they were given, for a command to paste.
std::string data_again(const TrainOptions& options) {
  std::string out;
  if (!options.data_dir.empty()) out += " --data-dir " + shell_word(options.data_dir.string());
  if (options.verify == Verify::kAny) out += " --no-verify";
  return out;
}

/// The same, with the options that say what executes the network.
std::string run_again(const TrainOptions& options) {
  const EngineChoice usual;
  std::string out = data_again(options);
  if (options.engine.device != usual.device) out += " --device " + shell_word(options.engine.device);
  if (options.engine.engine != usual.engine) out += " --engine " + shell_word(options.engine.engine);
  return out;
}

std::string percent(double share) {
  return fixed_text(100.0 * share, 1) + " %";
}

/// The run that the preset, --set, --output, --resume and --force ask for.
RunRequest request_of(const TrainOptions& options) {
  const std::string word = options.preset.value_or("");
  RunRequest request{
      .preset = word, .settings = options.set, .folder = options.output.value_or(""), .start = options.start};
  if (options.output) {
    if (options.output->empty()) fail(ErrorKind::kConfig, "--output is empty; give the folder of the run");
    return request;
  }
  if (word.empty()) {
    fail(ErrorKind::kConfig,
         "train: give a preset or FILE.toml, or --resume with -o DIR; --list shows presets");
  }
  const bool is_folder =  // certus train --resume runs/easy
      request.start == Start::kResume && run_folder_state(word) == RunFolderState::kHasRun;
  if (is_folder) request.preset.clear();
  request.folder = is_folder ? std::filesystem::path(word) : default_run_folder(word);
  return request;
}

/// What the library would refuse, told with the options that help.
void check_folder(const RunRequest& request) {
  if (request.start != Start::kNew) return;
  const RunFolderState state = run_folder_state(request.folder);
  if (state == RunFolderState::kFree) return;
  fail(ErrorKind::kFile, request.folder,
       state == RunFolderState::kHasRun
           ? ": a run is there already; --resume continues it, --force starts again"
           : ": has other files; a run needs a folder of its own (or --force)");
}

/// Refuses to resume a run with other settings, and gives the command of a new run that starts from its
/// weights.
void check_settings(const RunRequest& request) {
  const std::string difference = changed_setting(request);
  if (difference.empty()) return;
  const std::filesystem::path config = run_config_path(request.folder);
  const std::filesystem::path model = model_path(request.folder, ".safetensors");
  const bool finished = std::filesystem::exists(model);
  std::string text =
      join_text(finished ? ", and is finished; " : "; resume it as it began (without preset and --set), or ",
                "start a new run from its weights: certus train ",
                shell_word(request.preset.empty() ? config.string() : request.preset));
  for (const std::string& each : request.settings) text += " --set " + shell_word(each);
  const std::filesystem::path weights = finished ? model : checkpoint_path(request.folder, "last");
  fail(ErrorKind::kConfig, config, ": the run began with ", difference, text, " --set ",
       shell_word("model.start_from=" + weights.string()), " -o NEW_FOLDER");
}

std::string progress_text(const TrainingProgress& p) {
  const std::string text = join_text("epoch ", p.epoch + 1, '/', p.epochs);
  const std::string images = join_text(grouped_text(p.done), '/', grouped_text(p.total));
  if (p.phase == TrainingProgress::Phase::kEstimate)
    return join_text(text, ", p_A of training images: ", images, " draws");
  if (p.phase == TrainingProgress::Phase::kTest) return join_text(text, ", test images ", images);
  const auto left = p.seconds_left > 0.0 ? std::optional(p.seconds_left) : std::nullopt;
  return join_text(text, ", image ", images, ", loss ", fixed_text(p.loss, 3), ", accuracy under noise ",
                   percent(p.accuracy), ", ", pace_text(p.images_per_second, "images", left));
}

std::string epoch_text(const EpochRow& row, std::int64_t epochs) {
  std::string text = join_text("epoch ", row.epoch + 1, '/', epochs, ": loss ", fixed_text(row.train_loss, 3),
                               ", accuracy under noise ", percent(row.train_accuracy));
  if (row.test_accuracy) text += join_text(", test ", percent(*row.test_accuracy));
  return text + join_text(", lr ", row.lr, ", ", pace_text(row.images_per_second, "images", std::nullopt),
                          ", ", time_text(row.seconds));
}

/// Those with the argument in their names, if there is one.
int list_presets(const std::string& part) {
  std::vector<std::string> names = preset_names();
  std::erase_if(names, [&](const std::string& name) { return name.find(part) == std::string::npos; });
  if (names.empty()) {
    fail(ErrorKind::kConfig, "train --list: no preset has '", part, "' in its name; --list alone shows all");
  }
  for (const std::string& name : names) print_out(name, '\n');
  return 0;
}

TrainingOptions training_options(const TrainOptions& options, RunRequest request) {
  return {.run = std::move(request),
          .data_dir = options.data_dir,
          .verify = options.verify,
          .device = options.engine.device,
          .threads = static_cast<int>(options.threads.value_or(number_of_cores())),
          .make_engines = estimate_engines(options.engine, options.threads)};
}

void print_models(const TrainOptions& options, const Config& config, const std::filesystem::path& folder) {
  const std::filesystem::path weights = model_path(folder, ".safetensors");
  const std::string sigma = join_text(config.real("noise.sigma"));
  print_out(weights, '\n', model_path(folder, ".onnx"), "\nNext: certus certify ",
            shell_word(weights.string()), " --data ", shell_word(training_half(config, Split::kTest)),
            " --sigma ", sigma, " --n 10000 --skip 20", data_again(options), " -o ",
            shell_word((folder / ("noise_" + sigma + ".tsv")).string()), '\n');
}

/// No file that a new run reads may be one that it replaces or removes. To resume one changes only its own.
void check_files(const RunRequest& request, const Config& config) {
  if (request.start == Start::kResume) return;
  const std::filesystem::path& folder = request.folder;
  RunFiles files{.inputs = {},
                 .outputs = {run_config_path(folder), run_manifest_path(folder), train_log_path(folder),
                             model_path(folder, ".safetensors"), model_path(folder, ".onnx")}};
  std::error_code error;
  const auto checkpoints = checkpoint_path(folder, "last").parent_path();
  for (std::filesystem::directory_iterator at(checkpoints, error), end; !error && at != end;
       at.increment(error))
    files.outputs.push_back(at->path());
  const auto add = [&](const std::string& text) {
    if (std::filesystem::is_regular_file(text, error)) files.inputs.emplace_back(text);
  };
  add(request.preset);
  for (const auto& [key, value] : plain_values({.name = "", .content = config.to_toml()})) add(value);
  check_outputs(files);
}

int train(const TrainOptions& options, const RunRequest& request, const Config& config) {
  check_folder(request);
  check_files(request, config);
  const TrainingOptions training = training_options(options, request);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  const TrainingResult result = train_network(
      training,
      {.on_progress = [&](const TrainingProgress& news) { line.update([&] { return progress_text(news); }); },
       .on_epoch = [&](const EpochRow& row) { line.note(epoch_text(row, config.integer("train.epochs"))); },
       .on_note = [&](const std::string& text) { line.note(text); },
       .stop = interrupt.flag()});
  line.clear();
  if (result.finished) {
    print_models(options, config, request.folder);
    return 0;
  }
  line.note(join_text("stopped after step ", result.step, "; continue with: certus train --resume -o ",
                      shell_word(request.folder.string()), " --threads ", training.threads,
                      run_again(options)));
  return kInterrupted;
}

int run_train(const TrainOptions& options, const CommandLine& line) {
  if (options.list) return list_presets(options.preset.value_or(""));
  if (options.settings) {
    print_out(settings_page());
    return 0;
  }
  check_start(line);
  const RunRequest request = request_of(options);
  check_settings(request);
  const Config config = run_config(request);
  if (!options.print_config) return train(options, request, config);
  print_out(run_config_text(config));
  return 0;
}

}  // namespace

Command train_command() {
  return command_of("train", run_train);
}

}  // namespace certus::cli
