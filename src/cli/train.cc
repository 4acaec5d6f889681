#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <thread>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/interrupt.h"
#include "certus/cli/network_options.h"
#include "certus/cli/progress_line.h"
#include "certus/cli/shared_options.h"
#include "certus/model/architectures.h"
#include "certus/model/normalization.h"
#include "certus/record/certification_record.h"
#include "certus/train/loop.h"
#include "certus/train/presets.h"
#include "certus/train/run_folder.h"
#include "certus/train/settings_page.h"
#include "certus/train/train_settings.h"
#include "certus/train/unread_settings.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

/// A word as a shell reads it back.
std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

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

/// Whether the argument of --resume is the folder of a run: certus train --resume runs/easy.
bool resumes_folder(const Arguments& arguments) {
  return arguments.flag("--resume") && !arguments.text("--output") && !arguments.positionals().empty() &&
         std::filesystem::exists(run_config_path(arguments.positionals()[0]));
}

/// The preset or file of the run; empty: none is given.
std::string preset_of(const Arguments& arguments) {
  return arguments.positionals().empty() || resumes_folder(arguments) ? "" : arguments.positionals()[0];
}

/// Where a run goes unless told: runs/cifar10-desk-gaussian-0.50.
std::filesystem::path folder_of(const Arguments& arguments) {
  if (resumes_folder(arguments)) return arguments.positionals()[0];
  if (const auto given = arguments.text("--output")) {
    if (given->empty()) fail(ErrorKind::kConfig, "--output is empty; give the folder of the run");
    return *given;
  }
  if (arguments.positionals().empty()) {
    fail(ErrorKind::kConfig,
         "train: give a preset or FILE.toml, or --resume with -o DIR; --list shows presets");
  }
  std::string name = std::filesystem::path(arguments.positionals()[0]).replace_extension().string();
  if (!arguments.positionals()[0].ends_with(".toml")) name = arguments.positionals()[0];
  std::ranges::replace(name, '/', '-');
  return std::filesystem::path("runs") / name;
}

/// The first setting in which two configurations differ: "noise.sigma = 0.5, now 0.25".
std::string first_difference(const Config& was, const Config& now) {
  for (const Setting& setting : now.schema()) {
    const std::string before = was.plain_text(setting.key), after = now.plain_text(setting.key);
    const bool is_read = why_unread(was, setting.key).empty() || why_unread(now, setting.key).empty();
    if (is_read && before != after) return join_text(setting.key, " = ", before, ", now ", after);
  }
  return "other settings";
}

/// What to do where a run cannot be resumed as asked: the command of a new run that begins with its weights.
std::string new_run_text(const Arguments& arguments, const std::filesystem::path& folder) {
  const std::filesystem::path model = model_path(folder, ".safetensors");
  const bool finished = std::filesystem::exists(model);
  const std::string preset = preset_of(arguments);
  std::string text =
      join_text(finished ? ", and is finished; " : "; resume it as it began (without preset and --set), or ",
                "start a new run from its weights: certus train ",
                shell_word(preset.empty() ? run_config_path(folder).string() : preset));
  for (const std::string& each : arguments.texts("--set")) text += " --set " + shell_word(each);
  const std::filesystem::path weights = finished ? model : checkpoint_path(folder, "last");
  return text + " --set " + shell_word("model.start_from=" + weights.string()) + " -o NEW_FOLDER";
}

/// The configuration of a run, and of a run that is resumed the one it began with.
Config config_of(const Arguments& arguments, const std::filesystem::path& folder) {
  const std::filesystem::path kept = run_config_path(folder);
  const std::string preset = preset_of(arguments);
  if (!arguments.flag("--resume") || !std::filesystem::exists(kept)) {
    if (preset.empty()) {
      fail(ErrorKind::kFile, kept, ": there is no run to resume; give a preset or FILE.toml to begin one");
    }
    return training_config(load_preset(preset), arguments.texts("--set"));
  }
  constexpr std::size_t kMaxBytes = 1 << 20;
  const ConfigText text{.name = kept.string(), .content = read_file(kept, kMaxBytes)};
  const Config was(train_settings(), {text}, {});
  if (run_config_text(was) != text.content) {
    fail(ErrorKind::kConfig, kept, ": is not the configuration of a run of this version of certus; ",
         "train into another folder");
  }
  const Config now =
      training_config(preset.empty() ? std::vector{text} : load_preset(preset), arguments.texts("--set"));
  if (run_config_text(now) != text.content) {
    fail(ErrorKind::kConfig, kept, ": the run began with ", first_difference(was, now),
         new_run_text(arguments, folder));
  }
  return now;
}

/// What --data would call a half: the name of a known data set, or the subfolder train, test or val of a
/// folder.
std::string half_of(const Config& config, Split split) {
  const std::string name = config.text("data.name");
  if (find_known_dataset(name) != nullptr) return name;
  const std::filesystem::path folder = name;
  if (!std::filesystem::is_directory(folder / "train")) {
    fail(ErrorKind::kConfig, "data.name is '", name, "', expected one of ", known_names(),
         ", or a folder with subfolders train and test (or val) that have a subfolder of pictures for each "
         "class");
  }
  const std::string other = std::filesystem::exists(folder / "val") ? "val" : "test";
  return (folder / (split == Split::kTrain ? "train" : other)).string();
}

std::unique_ptr<Dataset> open_half(const Arguments& arguments, const Config& config, Split split) {
  return open_dataset({.data = half_of(config, split),
                       .data_dir = arguments.text("--data-dir").value_or(""),
                       .split = split,
                       .verify = arguments.flag("--no-verify") ? Verify::kAny : Verify::kPublished});
}

/// Weights of an earlier model for this network; fails when it is another network.
std::map<std::string, Tensor> starting_weights(const std::string& path, const Graph& graph,
                                               const std::string& arch) {
  const bool is_onnx = path.ends_with(".onnx");
  const Graph from = load_model(path).graph;
  if (normalization_of(from) != normalization_of(graph)) {
    fail(ErrorKind::kConfig, "model.start_from ", path, " has normalization ", normalization_of(from),
         ", but ", normalization_of(graph), " is set (model.normalization)");
  }
  for (const auto& [name, tensor] : graph.parameters) {
    const auto found = from.parameters.find(name);
    if (found == from.parameters.end() || found->second.shape != tensor.shape ||
        from.parameters.size() != graph.parameters.size()) {
      fail(ErrorKind::kConfig, "model.start_from ", path, " does not have the parameters of model.arch ",
           arch, " (the first that differs is '", name, "')",
           is_onnx ? "; ONNX files of other programs name them otherwise" : "");
    }
  }
  return from.parameters;
}

Graph initial_network(const Config& config, const Dataset& data) {
  const std::string arch = config.text("model.arch");
  std::string normalization = config.text("model.normalization");
  if (normalization.empty()) {
    const KnownDataset* const known = find_known_dataset(config.text("data.name"));
    if (known == nullptr) {
      fail(ErrorKind::kConfig, "model.normalization is empty, and ", config.text("data.name"),
           " is no data set that has a usual one; set it, e.g. to none or imagenet");
    }
    normalization = known->normalization;
  }
  const auto constants = parse_normalization(normalization);
  if (constants && static_cast<std::int64_t>(constants->mean.size()) != data.shape().channels) {
    fail(ErrorKind::kConfig, "model.normalization ", normalization, " is for ", constants->mean.size(),
         " channels, but ", data.identity(), " has ", data.shape().channels);
  }
  const std::string from = config.text("model.start_from");
  Graph graph =
      make_architecture(arch, data.num_classes(), static_cast<std::uint64_t>(config.integer("run.seed")));
  if (constants) graph = with_normalization(graph, constants->mean, constants->std);
  if (!from.empty()) graph.parameters = starting_weights(from, graph, arch);
  const ImageShape shape = data.shape();
  if (graph.input_shape() != Shape{shape.channels, shape.height, shape.width}) {
    fail(ErrorKind::kConfig, "model.arch ", arch, " takes images of ", shape_text(graph.input_shape()),
         ", but ", data.identity(), " has ", shape_text({shape.channels, shape.height, shape.width}));
  }
  return graph;
}

std::string progress_text(const TrainingProgress& p) {
  std::string text = join_text("epoch ", p.epoch + 1, '/', p.epochs);
  switch (p.phase) {
    case TrainingProgress::Phase::kEstimate:
      return text + join_text(", p_A of training images: ", grouped_text(p.done), '/', grouped_text(p.total),
                              " draws");
    case TrainingProgress::Phase::kTest:
      return text + join_text(", test images ", grouped_text(p.done), '/', grouped_text(p.total));
    case TrainingProgress::Phase::kTrain:
      break;
  }
  text += join_text(", image ", grouped_text(p.done), '/', grouped_text(p.total), ", loss ",
                    fixed_text(p.loss, 3), ", accuracy under noise ", percent(p.accuracy), ", ",
                    grouped_text(std::llround(p.images_per_second)), " images/s");
  if (p.seconds_left > 0.0) text += join_text(", ", duration_text(std::round(p.seconds_left)), " left");
  return text;
}

std::string epoch_text(const EpochRow& row, std::int64_t epochs) {
  std::string text = join_text("epoch ", row.epoch + 1, '/', epochs, ": loss ", fixed_text(row.train_loss, 3),
                               ", accuracy under noise ", percent(row.train_accuracy));
  if (row.test_accuracy) text += join_text(", test ", percent(*row.test_accuracy));
  return text + join_text(", lr ", row.lr, ", ", grouped_text(std::llround(row.images_per_second)),
                          " images/s, ", duration_text(std::round(row.seconds)));
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

int run_train(const Arguments& arguments) {
  if (arguments.flag("--list")) return list_presets(arguments);
  if (arguments.flag("--settings")) {
    std::fputs(settings_page().c_str(), stdout);
    return 0;
  }
  if (arguments.flag("--resume") && arguments.flag("--force")) {
    fail(ErrorKind::kConfig, "--resume goes on with a run and --force begins it anew; give one of them");
  }
  const std::filesystem::path folder = folder_of(arguments);
  const Config config = config_of(arguments, folder);
  if (arguments.flag("--print-config")) {
    std::fputs(run_config_text(config).c_str(), stdout);
    return 0;
  }
  if (!arguments.flag("--resume") && !arguments.flag("--force")) {
    if (std::filesystem::exists(run_config_path(folder))) {
      fail(ErrorKind::kFile, folder,
           ": a run is there already; --resume goes on with it, --force begins anew");
    }
    if (std::filesystem::is_directory(folder) && !std::filesystem::is_empty(folder)) {
      fail(ErrorKind::kFile, folder, ": has other files; a run wants a folder of its own (or --force)");
    }
  }
  const auto train = open_half(arguments, config, Split::kTrain);
  const auto test = open_half(arguments, config, Split::kTest);
  const EngineChoice choice = engine_choice(arguments);
  const auto threads = static_cast<int>(
      arguments.integer("--threads").value_or(std::max(1U, std::thread::hardware_concurrency())));
  check_engine(choice);
  InterruptGuard interrupt;
  ProgressLine line(30.0);
  const auto say = [&](const std::string& text) {
    line.clear();
    std::fprintf(stderr, "%s\n", text.c_str());
  };
  TrainingJob job{.config = config,
                  .train = *train,
                  .test = *test,
                  .graph = initial_network(config, *train),
                  .folder = folder,
                  .device = choice.device,
                  .threads = threads,
                  .resume = arguments.flag("--resume")};
  job.make_engines = [&](const Graph& graph, std::int64_t samples) {
    EngineChoice few_draws = choice;
    few_draws.micro_batch =
        micro_batch_for(samples, make_engines(graph, choice, 1).front()->info().micro_batch);
    return make_engines(arguments, graph, few_draws);
  };
  job.on_progress = [&](const TrainingProgress& news) {
    if (line.is_due()) line.show(progress_text(news));
  };
  job.on_epoch = [&](const EpochRow& row) { say(epoch_text(row, config.integer("train.epochs"))); };
  job.on_note = say;
  job.stop = interrupt.flag();
  say(join_text(config.text("train.method"), " at sigma ", config.real("noise.sigma"), ": ",
                config.text("model.arch"), " on ", train->identity(), ", into ", folder));
  const TrainingResult result = run_training(job);
  line.clear();
  if (!result.finished) {
    std::fprintf(stderr, "stopped after step %lld; go on with: certus train --resume -o %s --threads %d%s\n",
                 static_cast<long long>(result.step), shell_word(folder.string()).c_str(), threads,
                 given_again(arguments, {"--data-dir", "--no-verify", "--device", "--engine"}).c_str());
    return kInterrupted;
  }
  const std::filesystem::path weights = model_path(folder, ".safetensors");
  std::printf("%s\n%s\n", weights.c_str(), model_path(folder, ".onnx").c_str());
  const std::string sigma = join_text(config.real("noise.sigma"));
  std::printf("Next: certus certify %s --data %s --sigma %s --n 10000 --skip 20%s -o %s\n",
              shell_word(weights.string()).c_str(), shell_word(half_of(config, Split::kTest)).c_str(),
              sigma.c_str(), given_again(arguments, {"--data-dir", "--no-verify"}).c_str(),
              shell_word((folder / ("noise_" + sigma + ".tsv")).string()).c_str());
  return 0;
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
      .options =
          std::vector<Option>{
              {.name = "--set",
               .kind = Kind::kText,
               .value_name = "KEY=VALUE",
               .help = "change a setting, e.g. train.epochs=3; may be given several times",
               .repeatable = true},
              {.name = "--output",
               .kind = Kind::kText,
               .value_name = "DIR",
               .help = "folder of the run",
               .default_text = "runs/PRESET",
               .short_name = "-o"},
              {.name = "--resume", .kind = Kind::kFlag, .help = "go on with the run of that folder"},
              {.name = "--force", .kind = Kind::kFlag, .help = "begin anew where a run exists"},
              {.name = "--list",
               .kind = Kind::kFlag,
               .help = "name the presets, or those with the argument in their names, and stop"},
              {.name = "--settings",
               .kind = Kind::kFlag,
               .help = "explain every setting (docs/settings.md) and stop"},
              {.name = "--print-config",
               .kind = Kind::kFlag,
               .help = "print all settings that the run would read as TOML and stop"},
              {.name = "--data-dir",
               .kind = Kind::kText,
               .value_name = "DIR",
               .help = "folder that holds the data sets",
               .default_text = "$CERTUS_DATA, else ~/.cache/certus"},
              {.name = "--no-verify",
               .kind = Kind::kFlag,
               .help = "take data in the layout of a known data set that is not the published one"},
              training_threads_option()} +
          engine_options(),
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
