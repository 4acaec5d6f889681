#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/option_forms.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/run_options.h"
#include "certus/cli/shared_options.h"
#include "certus/recipe/presets.h"
#include "certus/recipe/run_folder.h"
#include "certus/recipe/settings_page.h"
#include "certus/recipe/training_half.h"
#include "certus/recipe/unread_settings.h"
#include "certus/study/train_network.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// Options as they were given, for a command to paste.
std::string given_again(const Arguments& arguments, const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    const auto value = arguments.text(name);
    if (!value) continue;
    out += " " + name;
    if (name != "--no-verify") out += " " + shell_word(*value);
  }
  return out;
}

std::string percent(double share) {
  return fixed_text(100.0 * share, 1) + " %";
}

/// The run that positional, --set, --output, --resume and --force ask for.
RunRequest request_of(const Arguments& arguments) {
  const std::string word = arguments.positionals().empty() ? "" : arguments.positionals()[0];
  const auto folder = arguments.text("--output");
  RunRequest request{.preset = word,
                     .settings = arguments.texts("--set"),
                     .folder = folder.value_or(""),
                     .start = start_of(arguments, "a run")};
  if (folder && folder->empty()) fail(ErrorKind::kConfig, "--output is empty; give the folder of the run");
  if (folder) return request;
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
  switch (run_folder_state(request.folder)) {
    case RunFolderState::kHasRun:
      fail(ErrorKind::kFile, request.folder,
           ": a run is there already; --resume goes on with it, --force begins anew");
    case RunFolderState::kHasOtherFiles:
      fail(ErrorKind::kFile, request.folder,
           ": has other files; a run wants a folder of its own (or --force)");
    case RunFolderState::kFree:
      break;
  }
}

/// Refuses to resume a run with other settings, and gives the command of a new run that begins with its
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

Option training_threads_option() {
  Option option = threads_option();
  option.help = "threads; another number rounds differently, so the weights differ in their last digits";
  return option;
}

/// Those with the argument in their names, if there is one.
int list_presets(const Arguments& arguments) {
  const std::string part = arguments.positionals().empty() ? "" : arguments.positionals()[0];
  std::vector<std::string> names = preset_names();
  std::erase_if(names, [&](const std::string& name) { return name.find(part) == std::string::npos; });
  if (names.empty()) {
    fail(ErrorKind::kConfig, "train --list: no preset has '", part, "' in its name; --list alone shows all");
  }
  for (const std::string& name : names) std::printf("%s\n", name.c_str());
  return 0;
}

TrainingOptions options_of(const Arguments& arguments, RunRequest request) {
  return {.run = std::move(request),
          .data_dir = arguments.text("--data-dir").value_or(""),
          .verify = arguments.flag("--no-verify") ? Verify::kAny : Verify::kPublished,
          .device = arguments.text_or_default("--device"),
          .threads = static_cast<int>(
              arguments.integer("--threads").value_or(std::max(1U, std::thread::hardware_concurrency()))),
          .make_engines = engine_maker(arguments)};
}

int stopped(const Arguments& arguments, const TrainingOptions& options, std::int64_t step) {
  std::fprintf(stderr, "stopped after step %lld; go on with: certus train --resume -o %s --threads %d%s\n",
               static_cast<long long>(step), shell_word(options.run.folder.string()).c_str(), options.threads,
               given_again(arguments, {"--data-dir", "--no-verify", "--device", "--engine"}).c_str());
  return kInterrupted;
}

void print_models(const Arguments& arguments, const Config& config, const std::filesystem::path& folder) {
  const std::filesystem::path weights = model_path(folder, ".safetensors");
  std::printf("%s\n%s\n", weights.c_str(), model_path(folder, ".onnx").c_str());
  const std::string sigma = join_text(config.real("noise.sigma"));
  std::printf("Next: certus certify %s --data %s --sigma %s --n 10000 --skip 20%s -o %s\n",
              shell_word(weights.string()).c_str(), shell_word(training_half(config, Split::kTest)).c_str(),
              sigma.c_str(), given_again(arguments, {"--data-dir", "--no-verify"}).c_str(),
              shell_word((folder / ("noise_" + sigma + ".tsv")).string()).c_str());
}

int run_train(const Arguments& arguments) {
  if (arguments.flag("--list")) return list_presets(arguments);
  if (arguments.flag("--settings")) {
    std::fputs(settings_page().c_str(), stdout);
    return 0;
  }
  const RunRequest request = request_of(arguments);
  check_settings(request);
  const Config config = run_config(request);
  if (arguments.flag("--print-config")) {
    std::fputs(run_config_text(config).c_str(), stdout);
    return 0;
  }
  check_folder(request);
  const TrainingOptions options = options_of(arguments, request);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  const TrainingResult result = train_network(
      options,
      {.on_progress = [&](const TrainingProgress& news) { line.update([&] { return progress_text(news); }); },
       .on_epoch = [&](const EpochRow& row) { line.note(epoch_text(row, config.integer("train.epochs"))); },
       .on_note = [&](const std::string& text) { line.note(text); },
       .stop = interrupt.flag()});
  line.clear();
  if (!result.finished) return stopped(arguments, options, result.step);
  print_models(arguments, config, request.folder);
  return 0;
}

std::vector<Option> train_options() {
  return std::vector<Option>{
             repeated_option("--set", "KEY=VALUE",
                             "change a setting, e.g. train.epochs=3; may be given several times"),
             output_option("DIR", "folder of the run", "runs/PRESET"),
             flag_option("--resume", "go on with the run of that folder"),
             flag_option("--force", "begin anew where a run exists"),
             flag_option("--list", "name the presets, or those with the argument in their names, and stop"),
             flag_option("--settings", "explain every setting (docs/settings.md) and stop"),
             flag_option("--print-config", "print all settings that the run would read as TOML and stop"),
             data_dir_option(),
             no_verify_option(),
             training_threads_option()} +
         engine_options();
}

}  // namespace

Command train_command() {
  return {
      .name = "train",
      .summary = "train a base classifier for smoothing",
      .description =
          "Trains by a preset of the program (--list) or a TOML file; --set changes single settings "
          "(docs/settings.md explains them). Presets at the top of a data set have the published values and "
          "want a GPU; those under desk/ fit two CPU cores.\n"
          "The folder of the run gets config.toml (all settings that it reads), train.csv, checkpoint/ "
          "(last, best and "
          "every "
          "k-th epoch; best is chosen by test accuracy, so do not certify it on the same images), "
          "manifest.json and at the end model.safetensors and model.onnx. Interrupted or killed "
          "at "
          "any step, it is resumed with --resume and ends with the same weights, bit for bit, on a CPU with "
          "the "
          "same number of threads.",
      .positional = {.name = "PRESET|FILE.toml",
                     .help = "what to train, and how; with --resume the folder of a run will do",
                     .least = 0,
                     .most = 1},
      .options = train_options(),
      .examples = {{"certus train --list desk/easy-focus", "presets of one method"},
                   {"certus train mnist/desk/gaussian-0.50", "a small network, in minutes"},
                   {"certus train cifar10/desk/easy-focus-0.50 -o runs/easy --set run.seed=1",
                    "the paper's method, sized for a desk, with another seed"},
                   {"certus train --resume -o runs/easy", "go on after Ctrl-C, a kill or a full disk"},
                   {"certus train cifar10/cat-rs-0.50 --device cuda --set catrs.soft_labels=soft.tsv",
                    "published settings on a GPU, with a table made by certus soft-labels"}},
      .run = run_train};
}

}  // namespace certus::cli
