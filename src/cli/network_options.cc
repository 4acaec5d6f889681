#include "certus/cli/network_options.h"

#include <algorithm>
#include <cstdio>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/split_text.h"
#include "certus/cli/shared_options.h"
#include "certus/engine/network_engine.h"
#include "certus/engines/int8_scales.h"
#include "certus/smooth/vote_counter.h"

namespace certus::cli {
namespace {

ResizeCrop parse_resize(const std::string& text) {
  const auto parts = split_text(text, ',');
  const auto shorter = parts.size() == 2 ? parse_int(parts[0]) : std::nullopt;
  const auto crop = parts.size() == 2 ? parse_int(parts[1]) : std::nullopt;
  if (!shorter || !crop || *crop < 1 || *shorter < *crop || *shorter > 8192) {
    fail(ErrorKind::kConfig, "--resize is '", text,
         "', expected two sizes of at most 8192, the second at most the first, e.g. 256,224");
  }
  return {.shorter = *shorter, .crop = *crop};
}

}  // namespace

void add_model(Parameters& p, ModelOptions& field) {
  p.add("arch", field.architecture,
        "architecture of a weights file that does not name it: cifar_resnet110, resnet50, lenet, ...")
      .shown_as("NAME")
      .rarely();
  p.add("normalize", field.normalization,
        "normalization of a model that has none inside: cifar10, cifar100, imagenet, none, or means and "
        "deviations as 0.5,0.5,0.5/0.25,0.25,0.25")
      .shown_as("NAME|M/S")
      .rarely();
}

Parameter& add_threads(Parameters& p, std::optional<std::int64_t>& field) {
  return p.add("threads", field, "workers, each with its own engine; changes no vote")
      .shown_as("T")
      .usually("one per core")
      .in(1, 1024);
}

void EngineOptions::describe(Parameters& p) {
  p.group("ENGINE");
  add_threads(p, threads);
  p.add("engine", engine,
        "what executes the network: onednn, which is faster for usual networks, or torch; auto takes the "
        "first that can")
      .shown_as("E")
      .rarely();
  p.add("device", device, "cpu, or cuda where libtorch has it").shown_as("D").rarely();
}

EngineChoice EngineOptions::choice() const {
  return {.engine = engine, .device = device};
}

EngineMaker engine_maker(const EngineOptions& options) {
  const EngineChoice choice = options.choice();
  check_engine(choice);
  return [choice, threads = options.threads](const Graph& graph, std::int64_t samples) {
    EngineChoice few_draws = choice;
    few_draws.micro_batch =
        micro_batch_for(samples, make_engines(graph, choice, 1).front()->info().micro_batch);
    std::vector<std::unique_ptr<Engine>> engines;
    for (auto& engine : make_engines(graph, few_draws, threads.value_or(usual_workers(few_draws))))
      engines.push_back(std::move(engine));
    return engines;
  };
}

void VotingOptions::describe(Parameters& p, const std::string& usual_precision) {
  p.group("ENGINE");
  p.add("precision", precision,
        "f32, or int8: several times faster; the certificate is then one of the int8 network")
      .shown_as("P")
      .usually(usual_precision)
      .one_of({"f32", "int8"});
  EngineOptions::describe(p);
  p.add("scales", scales, "int8: file with the scales to use; made where there is none")
      .shown_as("FILE")
      .usually("MODEL.int8-S.json")
      .rarely();
  p.add("batch", batch, "draws that a worker takes at a time; changes no vote")
      .shown_as("B")
      .in(1, 1e6)
      .rarely();
}

std::unique_ptr<VoteCounter> make_vote_counter(const VotingOptions& options, const Graph& graph,
                                               const EngineChoice& choice) {
  return make_vote_counter(graph, choice, options.threads, options.batch);
}

std::shared_ptr<const Calibration> scales_of(const std::optional<std::string>& file, const OpenOptions& data,
                                             const Model& model, const std::filesystem::path& path,
                                             double sigma) {
  return int8_scales(file ? std::filesystem::path(*file) : scales_path(path, sigma), model, data, sigma,
                     [](const std::string& note) { std::fprintf(stderr, "%s\n", note.c_str()); });
}

void note_slow_int8(const std::vector<EngineChoice>& choices) {
  const bool has_int8 = std::ranges::any_of(choices, [](auto& each) { return each.precision == "int8"; });
  if (has_int8 && !slow_int8_note().empty()) std::fprintf(stderr, "%s\n", slow_int8_note().c_str());
}

void DataOptions::describe(Parameters& p, Split usual) {
  p.add("data", data,
        "cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder with a subfolder of PNG or JPEG "
        "images for each class")
      .shown_as("NAME|DIR");
  add_data_dir(p, data_dir).rarely();
  p.add_choice<Split>("split", split, {{"test", Split::kTest}, {"train", Split::kTrain}}, "which half")
      .shown_as("S")
      .usually(split_name(usual))
      .rarely();
  p.add("resize", resize,
        "for a folder of pictures: shorter side to S pixels, antialiased, then the central C x C; imagenet "
        "has 256,224")
      .shown_as("S,C")
      .rarely();
  add_no_verify(p, no_verify).rarely();
}

OpenOptions DataOptions::open_options(Split usual) const {
  if (!data) {
    fail(ErrorKind::kConfig,
         "--data is missing; give cifar10, cifar100, mnist, fashion_mnist, imagenet, or a folder "
         "with a subfolder for each class");
  }
  const bool is_folder = find_known_dataset(*data) == nullptr;
  if (resize && !is_folder && *data != "imagenet") {
    fail(ErrorKind::kConfig, "--resize is for folders of pictures and imagenet; the images of ", *data,
         " have one size");
  }
  if (is_folder && (split || no_verify)) {
    fail(ErrorKind::kConfig, "--split and --no-verify are for known data sets; ", *data,
         " is a folder of pictures");
  }
  return {.data = *data,
          .data_dir = data_dir,
          .split = split.value_or(usual),
          .verify = no_verify ? Verify::kAny : Verify::kPublished,
          .resize = resize ? std::optional(parse_resize(*resize)) : std::nullopt};
}

void StartOptions::describe(Parameters& p, const std::string& what) {
  p.add("resume", resume, "continue " + what + " where it ended");
  p.add("force", force, "start again where " + what + " exists");
}

Start StartOptions::start() const {
  if (resume && force)
    fail(ErrorKind::kConfig, "--resume continues what is there and --force starts again; give one of them");
  return resume ? Start::kResume : force ? Start::kReplace : Start::kNew;
}

}  // namespace certus::cli
