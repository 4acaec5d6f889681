#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

#include "certus/base/error.h"
#include "certus/base/file.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/cli/commands.h"
#include "certus/cli/network_options.h"
#include "certus/cli/shared_options.h"
#include "certus/model/architectures.h"
#include "certus/model/normalization.h"

namespace certus::cli {
namespace {

using Kind = Option::Kind;

Document summary_of(const std::string& title, const Model& model) {
  const Graph& graph = model.graph;
  std::map<std::string, std::int64_t> operations;
  for (const Node& node : graph.nodes()) ++operations[std::string(operation_name(node.operation))];
  Document document;
  document.json = {{"model", model.identity},
                   {"input", graph.input_shape()},
                   {"classes", graph.output_shape().at(0)},
                   {"normalization", normalization_of(graph)},
                   {"parameters", trainable_count(graph)},
                   {"flops", flop_count(graph)},
                   {"operations", operations}};
  document.add(
      Table{.title = title,
            .header = {"input", "classes", "normalization", "parameters", "MFLOP per image"},
            .rows = {{text_cell(shape_text(graph.input_shape())), count_cell(graph.output_shape().at(0)),
                      text_cell(normalization_of(graph)), count_cell(trainable_count(graph)),
                      real_cell(static_cast<double>(flop_count(graph)) / 1e6, 1)}}});
  std::string list;
  for (const auto& [name, count] : operations) list += join_text(list.empty() ? "" : ", ", count, ' ', name);
  document.add(join_text("Operations: ", list, "."));
  return document;
}

void add_layers(const Graph& graph, Document& document) {
  Table table{.title = "Layers", .header = {"node", "operation", "output", "from"}, .rows = {}};
  document.json["layers"] = Json::array();
  for (const Node& node : graph.nodes()) {
    std::string from;
    for (const NodeId id : node.inputs) from += (from.empty() ? "" : ", ") + graph.node(id).name;
    const std::string operation(operation_name(node.operation));
    table.rows.push_back(
        {text_cell(node.name), text_cell(operation), text_cell(shape_text(node.shape)), text_cell(from)});
    document.json["layers"].push_back(
        {{"name", node.name}, {"operation", operation}, {"shape", node.shape}, {"inputs", node.inputs}});
  }
  document.add(std::move(table));
}

int run_info(const std::string& path, const Arguments& arguments) {
  const Model model = load_model_of(arguments, path);
  Document document = summary_of(path, model);
  if (arguments.flag("--layers")) add_layers(model.graph, document);
  document.add(join_text("Next: certus certify ", path, " --data NAME --sigma S"));
  const std::string text = render(document, format_of(arguments));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

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

std::vector<float> read_floats(const std::string& path, std::int64_t count) {
  const std::string bytes = read_file(path, std::size_t{4} << 30);
  if (bytes.size() != static_cast<std::size_t>(count) * sizeof(float)) {
    fail(ErrorKind::kData, path, ": ", bytes.size(), " bytes, expected ", count * 4, " (", count,
         " little-endian float32 numbers, as --shape says)");
  }
  std::vector<float> values(static_cast<std::size_t>(count));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

int run_run(const std::string& path, const Arguments& arguments) {
  const auto input = arguments.text("--input");
  const auto shape_option = arguments.text("--shape");
  if (!input || !shape_option) {
    fail(ErrorKind::kConfig,
         "model run: give --input FILE (raw float32) and --shape, e.g. --shape 2,3,32,32");
  }
  const Shape shape = parse_shape(*shape_option);
  const Model model = load_model_of(arguments, path);
  if (shape.size() != 4 || Shape(shape.begin() + 1, shape.end()) != model.graph.input_shape()) {
    fail(ErrorKind::kConfig, "--shape is '", *shape_option, "', but ", path, " takes images of ",
         shape_text(model.graph.input_shape()), "; expected the number of images before it");
  }
  const std::vector<float> images = read_floats(*input, element_count(shape));
  const auto engine = std::move(make_engines(model.graph, engine_choice(arguments), 1).front());
  const auto classes = static_cast<std::size_t>(engine->info().num_classes);
  std::vector<float> logits(static_cast<std::size_t>(shape[0]) * classes);
  engine->logits(images, logits);

  Document document;
  document.json = {
      {"engine", engine->info().name}, {"precision", engine->info().precision}, {"logits", Json::array()}};
  Table table{.title = join_text("Logits of ", path), .header = {"image", "class"}, .rows = {}};
  for (std::size_t c = 0; c < classes; ++c) table.header.push_back(join_text("logit ", c));
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape[0]); ++i) {
    const std::span<const float> row = std::span(logits).subspan(i * classes, classes);
    Json values = Json::array();
    table.rows.push_back({count_cell(static_cast<std::int64_t>(i)), count_cell(vote_of(row))});
    for (const float logit : row) {
      values.push_back(std::isfinite(logit) ? Json(static_cast<double>(logit)) : Json(nullptr));
      table.rows.back().push_back(real_cell(static_cast<double>(logit), 5));
    }
    document.json["logits"].push_back(std::move(values));
  }
  document.add(std::move(table));
  const std::string text = render(document, format_of(arguments));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

int finish_writing(const std::string& output, const Model& model) {
  const std::string text = render(summary_of(join_text("Wrote ", output), model), Format::kText);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

std::string needed_output(const std::string& action, const Arguments& arguments) {
  const auto output = arguments.text("--output");
  if (!output)
    fail(ErrorKind::kConfig, "model ", action,
         ": --output is missing; give a .onnx or .safetensors to write");
  return *output;
}

int run_convert(const std::string& action, const std::string& path, const Arguments& arguments) {
  const std::string output = needed_output(action, arguments);
  const Model model = load_model_of(arguments, path);
  const std::string architecture = model.identity.substr(0, model.identity.find(','));
  const bool to_weights = std::filesystem::path(output).extension() == ".safetensors";
  if (to_weights && std::filesystem::path(path).extension() == ".onnx") {
    fail(ErrorKind::kConfig, output,
         ": safetensors hold weights only, and those of an ONNX file have no architecture "
         "that certus knows by name; give a name that ends in .onnx");
  }
  save_model(output, model.graph, architecture,
             arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse);
  return finish_writing(output, model);
}

int run_new(const std::string& architecture, const Arguments& arguments) {
  const std::string output = needed_output("new", arguments);
  Model model{.graph = make_architecture(architecture, arguments.integer_or_default("--classes"),
                                         static_cast<std::uint64_t>(arguments.integer_or_default("--seed"))),
              .identity = architecture};
  if (const auto normalization = parse_normalization(arguments.text("--normalize").value_or("none"))) {
    model.graph = with_normalization(model.graph, normalization->mean, normalization->std);
  }
  save_model(output, model.graph, architecture,
             arguments.flag("--force") ? Overwrite::kAllow : Overwrite::kRefuse);
  return finish_writing(output, model);
}

int run_model(const Arguments& arguments) {
  const std::string& action = arguments.positionals().at(0);
  const std::vector<std::string> actions{"info", "run", "import", "export", "new"};
  if (std::find(actions.begin(), actions.end(), action) == actions.end())
    fail_unknown_word("model", "action", action, actions);
  if (arguments.positionals().size() < 2) {
    fail(ErrorKind::kConfig, "model ", action, ": ",
         action == "new" ? "the architecture is missing, e.g. cifar_resnet20" : "the model is missing");
  }
  const std::string& path = arguments.positionals().at(1);
  if (action == "info") return run_info(path, arguments);
  if (action == "run") return run_run(path, arguments);
  if (action == "new") return run_new(path, arguments);
  return run_convert(action, path, arguments);
}

}  // namespace

Command model_command() {
  std::string architectures;
  for (const std::string& name : architecture_names())
    architectures += (architectures.empty() ? "" : ", ") + name;
  return {
      .name = "model",
      .summary = "describe, run, convert and make models",
      .description =
          "info MODEL: input, classes, normalization, parameters, FLOPs; --layers lists every node. run "
          "MODEL: "
          "logits of raw float32 images without noise, for comparing with other frameworks. import FILE -o "
          "MODEL: "
          "takes in a model from elsewhere and writes it with what its file did not say (--arch, "
          "--normalize). "
          "export MODEL -o FILE: writes a model of certus for elsewhere, as ONNX or safetensors. new ARCH -o "
          "MODEL: "
          "an architecture with fresh weights: " +
          architectures + ".\nPyTorch checkpoints and modules are converted by tools/from_pytorch.py.",
      .positional = {.name = "ACTION MODEL",
                     .help = "info, run, import, export or new; a .onnx or .safetensors, or an architecture",
                     .least = 1,
                     .most = 2},
      .options =
          model_options() + engine_options() +
          std::vector<Option>{{.name = "--input",
                               .kind = Kind::kText,
                               .value_name = "FILE",
                               .help = "run: images as raw little-endian float32, one after the other"},
                              {.name = "--shape",
                               .kind = Kind::kText,
                               .value_name = "N,C,H,W",
                               .help = "run: number of images, channels, height, width"},
                              {.name = "--layers", .kind = Kind::kFlag, .help = "info: list every node"},
                              {.name = "--classes",
                               .kind = Kind::kInteger,
                               .value_name = "K",
                               .help = "new: number of classes",
                               .default_text = "10",
                               .low = 2,
                               .high = 1e6},
                              seed_option("new: which weights"),
                              {.name = "--output",
                               .kind = Kind::kText,
                               .value_name = "FILE",
                               .help = "import, export, new: .onnx or .safetensors to write",
                               .short_name = "-o"},
                              {.name = "--force", .kind = Kind::kFlag, .help = "replace an existing file"},
                              format_option()},
      .examples =
          {{"certus model info model.onnx --layers", "what is in it"},
           {"certus model run model.onnx --input x.f32 --shape 2,3,32,32 --engine torch --format json",
            "{\"logits\": [[...], [...]]}"},
           {"certus model import weights.safetensors --arch cifar_resnet110 --normalize cifar10 -o m.onnx",
            "a whole model from bare weights"}},
      .run = run_model};
}

}  // namespace certus::cli
