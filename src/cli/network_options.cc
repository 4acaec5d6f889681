#include "certus/cli/network_options.h"

#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/cli/shared_options.h"
#include "certus/engines/int8_scales.h"
#include "certus/model/architectures.h"

namespace certus::cli {

using Kind = Option::Kind;

std::vector<Option> model_options() {
  return {
      {.name = "--arch",
       .kind = Kind::kText,
       .value_name = "NAME",
       .help = "architecture of a weights file that does not name it: cifar_resnet110, resnet50, lenet, ..."},
      {.name = "--normalize",
       .kind = Kind::kText,
       .value_name = "NAME|M/S",
       .help =
           "normalization of a model that has none inside: cifar10, cifar100, imagenet, none, or means and "
           "deviations as 0.5,0.5,0.5/0.25,0.25,0.25"}};
}

ModelOptions model_options_of(const Arguments& arguments) {
  return {.architecture = arguments.text("--arch"), .normalization = arguments.text("--normalize")};
}

Model load_model_of(const Arguments& arguments, const std::string& path) {
  return load_model(path, model_options_of(arguments));
}

std::vector<Option> engine_options() {
  return {{.name = "--engine",
           .kind = Kind::kText,
           .value_name = "E",
           .help = "what executes the network: onednn, the faster one for usual networks, or torch; auto "
                   "takes the first that can",
           .default_text = "auto"},
          {.name = "--device",
           .kind = Kind::kText,
           .value_name = "D",
           .help = "cpu, or cuda where libtorch has it",
           .default_text = "cpu"}};
}

Option threads_option() {
  return {.name = "--threads",
          .kind = Kind::kInteger,
          .value_name = "T",
          .help = "workers, each with an engine of its own; changes no vote",
          .default_text = "one per core",
          .low = 1,
          .high = 1024};
}

std::vector<Option> voting_options(const std::string& usual_precision) {
  return engine_options() + std::vector<Option>{{.name = "--precision",
                                                 .kind = Kind::kChoice,
                                                 .value_name = "P",
                                                 .help = "f32, or int8: bytes between layers, several times "
                                                         "faster; the certificate is then one of the int8 "
                                                         "network",
                                                 .default_text = usual_precision,
                                                 .choices = {"f32", "int8"}},
                                                {.name = "--scales",
                                                 .kind = Kind::kText,
                                                 .value_name = "FILE",
                                                 .help = "int8: the scales to use; made where there are none",
                                                 .default_text = "MODEL.int8-S.json"},
                                                threads_option(),
                                                {.name = "--batch",
                                                 .kind = Kind::kInteger,
                                                 .value_name = "B",
                                                 .help = "draws a worker takes at a time; changes no vote",
                                                 .default_text = "256",
                                                 .low = 1,
                                                 .high = 1e6}};
}

EngineChoice engine_choice(const Arguments& arguments) {
  return {.engine = arguments.text_or_default("--engine"), .device = arguments.text_or_default("--device")};
}

std::vector<std::unique_ptr<Engine>> make_engines(const Arguments& arguments, const Graph& graph,
                                                  const EngineChoice& choice) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (auto& engine :
       make_engines(graph, choice, arguments.integer("--threads").value_or(usual_workers(choice))))
    engines.push_back(std::move(engine));
  return engines;
}

std::unique_ptr<VoteCounter> make_vote_counter(const Arguments& arguments, const Graph& graph,
                                               const EngineChoice& choice) {
  return make_vote_counter(graph, choice, arguments.integer("--threads"),
                           arguments.integer_or_default("--batch"));
}

std::shared_ptr<const Calibration> scales_of(const Arguments& arguments, const Model& model,
                                             const std::filesystem::path& path, double sigma) {
  const auto file = arguments.text("--scales");
  return int8_scales(file ? std::filesystem::path(*file) : scales_path(path, sigma), model,
                     open_options_of(arguments), sigma,
                     [](const std::string& note) { std::fprintf(stderr, "%s\n", note.c_str()); });
}

void note_slow_int8(const std::vector<EngineChoice>& choices) {
  const bool has_int8 = std::ranges::any_of(choices, [](auto& each) { return each.precision == "int8"; });
  if (has_int8 && !slow_int8_note().empty()) std::fprintf(stderr, "%s\n", slow_int8_note().c_str());
}

std::vector<Option> data_options(Split usual) {
  return {
      {.name = "--data",
       .kind = Kind::kText,
       .value_name = "NAME|DIR",
       .help =
           "cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder with a subfolder of PNG or JPEG "
           "images for each class"},
      {.name = "--data-dir",
       .kind = Kind::kText,
       .value_name = "DIR",
       .help = "folder that holds the data sets",
       .default_text = "$CERTUS_DATA, else ~/.cache/certus"},
      {.name = "--split",
       .kind = Kind::kChoice,
       .value_name = "S",
       .help = "which half",
       .default_text = split_name(usual),
       .choices = {"test", "train"}},
      {.name = "--resize",
       .kind = Kind::kText,
       .value_name = "S,C",
       .help = "of a folder of pictures: shorter side to S pixels, antialiased, then the central C x C; "
               "imagenet has "
               "256,224"},
      {.name = "--no-verify",
       .kind = Kind::kFlag,
       .help =
           "take data in the layout of a known data set that is not the published one; the manifest gets its "
           "own checksum"}};
}

namespace {

std::optional<ResizeCrop> resize_of(const Arguments& arguments) {
  const auto text = arguments.text("--resize");
  if (!text) return std::nullopt;
  const auto parts = split_text(*text, ',');
  const auto shorter = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto crop = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!shorter || !crop || *crop < 1 || *shorter < *crop || *shorter > 8192) {
    fail(ErrorKind::kConfig, "--resize is '", *text,
         "', expected two sizes of at most 8192, the second at most the first, e.g. 256,224");
  }
  return ResizeCrop{.shorter = *shorter, .crop = *crop};
}

}  // namespace

OpenOptions open_options_of(const Arguments& arguments) {
  const auto data = arguments.text("--data");
  if (!data) {
    fail(ErrorKind::kConfig,
         "--data is missing; give cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder "
         "with a subfolder for each class");
  }
  const bool is_folder = find_known_dataset(*data) == nullptr;
  if (arguments.text("--resize") && !is_folder && *data != "imagenet") {
    fail(ErrorKind::kConfig, "--resize is for folders of pictures and imagenet; the images of ", *data,
         " have one size");
  }
  if (is_folder && (arguments.text("--split") || arguments.flag("--no-verify"))) {
    fail(ErrorKind::kConfig, "--split and --no-verify are for known data sets; ", *data,
         " is a folder of pictures");
  }
  return {.data = *data,
          .data_dir = arguments.text("--data-dir").value_or(""),
          .split = arguments.text_or_default("--split") == "train" ? Split::kTrain : Split::kTest,
          .verify = arguments.flag("--no-verify") ? Verify::kAny : Verify::kPublished,
          .resize = resize_of(arguments)};
}

std::unique_ptr<Dataset> open_dataset_of(const Arguments& arguments) {
  return open_dataset(open_options_of(arguments));
}

}  // namespace certus::cli
