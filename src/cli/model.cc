#include <algorithm>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/base/split_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/shared_options.h"
#include "certus/command_line/run_files.h"
#include "certus/model/architectures.h"
#include "certus/model/model_parameters.h"
#include "certus/model/normalization.h"
#include "certus/report/format_parameter.h"
#include "certus/study/model_report.h"

namespace certus::cli {
namespace {

Shape parse_shape(const std::string& text) {
  Shape shape;
  for (const std::string_view part : split_text(text, ',')) {
    const auto size = parse_int(part);
    if (!size || *size < 1 || *size > (1 << 30)) {
      fail(ErrorKind::kConfig, "--shape is '", text,
           "', expected images,channels,height,width, e.g. 2,3,32,32");
    }
    shape.push_back(*size);
  }
  return shape;
}

struct ModelCommandOptions {
  std::vector<std::string> words;
  ModelOptions model;
  bool layers = false;
  std::optional<std::string> input, shape;
  std::int64_t classes = 10;
  std::uint64_t seed = 0;
  EngineChoice engine;
  std::optional<std::string> output;
  Overwrite overwrite = Overwrite::kRefuse;
  Format format = Format::kText;

  void describe(CommandLine& line) {
    line.words("ACTION MODEL", words,
               "info, run, import, export or new; a .onnx or .safetensors, or an architecture", 1, 2);
    line.group("WHAT");
    line.add("layers", layers, "info: list every node");
    line.add("input", input, "run: images as raw little-endian float32, one after the other")
        .shown_as("FILE");
    line.add("shape", shape, "run: number of images, channels, height, width").shown_as("N,C,H,W");
    line.add("classes", classes, "new: number of classes").shown_as("K").in(2, 1e6);
    add_seed(line, seed, "new: number that chooses the weights");
    certus::describe(line, model);
    line.group("ENGINE");
    line.add("engine", engine.engine,
             "run: what executes the network: onednn or torch; auto takes the first that can")
        .shown_as("E")
        .rarely();
    line.add("device", engine.device, "run: cpu, or cuda where libtorch has it").shown_as("D").rarely();
    line.group("OUTPUT");
    line.add("output", output, "import, export, new: .onnx or .safetensors to write")
        .shown_as("FILE")
        .letter('o');
    line.add_flag("force", overwrite, Overwrite::kAllow, "replace an existing file");
    describe_format(line, format);
  }

  const std::string& action() const { return words.at(0); }
  const std::string& path() const { return words.at(1); }
};

int run_info(const ModelCommandOptions& options) {
  const Model model = load_model(options.path(), options.model);
  Document document = model_document(options.path(), model);
  if (options.layers) add_layers(model.graph, document);
  document.add(join_text("Next: certus certify ", shell_word(options.path()), " --data NAME --sigma S"));
  print_document(document, options.format);
  return 0;
}

int run_run(const ModelCommandOptions& options) {
  if (!options.input || !options.shape) {
    fail(ErrorKind::kConfig,
         "model run: give --input FILE (raw float32) and --shape, e.g. --shape 2,3,32,32");
  }
  const Shape shape = parse_shape(*options.shape);
  const Model model = load_model(options.path(), options.model);
  if (shape.size() != 4 || Shape(shape.begin() + 1, shape.end()) != model.graph.input_shape()) {
    fail(ErrorKind::kConfig, "--shape is '", *options.shape, "', but ", options.path(), " takes images of ",
         shape_text(model.graph.input_shape()), "; expected the number of images before it");
  }
  const ModelLogits logits =
      model_logits(model.graph, options.engine, read_raw_images(*options.input, shape));
  print_document(logits_document(join_text("Logits of ", options.path()), logits), options.format);
  return 0;
}

int save(const ModelCommandOptions& options, const Model& model, const std::string& architecture) {
  save_model(*options.output, model.graph, architecture, options.overwrite);
  print_document(model_document(join_text("Wrote ", *options.output), model), Format::kText);
  return 0;
}

int run_convert(const ModelCommandOptions& options) {
  const Model model = load_model(options.path(), options.model);
  const bool to_weights = std::filesystem::path(*options.output).extension() == ".safetensors";
  if (to_weights && std::filesystem::path(options.path()).extension() == ".onnx") {
    fail(ErrorKind::kConfig, *options.output,
         ": safetensors hold weights only, and those of an ONNX file have no architecture that certus knows "
         "by name; give a name that ends in .onnx");
  }
  return save(options, model, model.identity.substr(0, model.identity.find(',')));
}

int run_new(const ModelCommandOptions& options) {
  const std::string& architecture = options.path();
  Model model{.graph = make_architecture(architecture, options.classes, options.seed),
              .identity = architecture,
              .preprocessing = {}};
  if (const auto normalization = parse_normalization(options.model.normalization.value_or("none")))
    model.graph = with_normalization(model.graph, normalization->mean, normalization->std);
  return save(options, model, architecture);
}

int run_model(const ModelCommandOptions& options) {
  const std::string& action = options.action();
  const std::vector<std::string> actions{"info", "run", "import", "export", "new"};
  if (std::ranges::find(actions, action) == actions.end())
    fail_unknown_word("model", "action", action, actions);
  if (options.words.size() < 2) {
    fail(ErrorKind::kConfig, "model ", action, ": ",
         action == "new" ? "the architecture is missing, e.g. cifar_resnet20" : "the model is missing");
  }
  if (action == "info") return run_info(options);
  if (action == "run") return run_run(options);
  if (!options.output) {
    fail(ErrorKind::kConfig, "model ", action,
         ": --output is missing; give a .onnx or .safetensors to write");
  }
  if (action == "new") return run_new(options);
  check_outputs({.inputs = {options.path()}, .outputs = {*options.output}});
  return run_convert(options);
}

}  // namespace

Command model_command() {
  return command_of("model", run_model);
}

}  // namespace certus::cli
