#include "certus/model/model_file.h"

#include <cmath>

#include "certus/base/error.h"
#include "certus/base/sha256.h"
#include "certus/model/architectures.h"
#include "certus/model/normalization.h"
#include "certus/model/onnx_read.h"
#include "certus/model/onnx_write.h"
#include "certus/model/safetensors.h"

namespace certus {
namespace {

constexpr const char* kArchitectureKey = "certus.arch";
constexpr const char* kNormalizationKey = "certus.normalize";

const NormalizeOp* normalization_node(const Graph& graph) {
  return graph.nodes().size() > 1 ? std::get_if<NormalizeOp>(&graph.nodes()[1].operation) : nullptr;
}

Graph normalized(const Graph& graph, const std::optional<Normalization>& normalization) {
  return normalization ? with_normalization(graph, normalization->mean, normalization->std) : graph;
}

/// The value from the file, or else from the option; fails when they contradict each other.
std::optional<std::string> settled(const std::filesystem::path& path, const NamedTensors& file,
                                   const char* key, const std::optional<std::string>& option) {
  const auto told = file.metadata.find(key);
  if (told == file.metadata.end()) return option;
  if (option && *option != told->second) {
    fail(ErrorKind::kConfig, path, ": its ", key, " is '", told->second, "', but '", *option,
         "' was given; leave it out");
  }
  return told->second;
}

/// The number of classes, found from the bias of the architecture's last layer.
std::int64_t classes_in(const std::filesystem::path& path, const NamedTensors& file,
                        const std::string& architecture) {
  const Graph graph = make_architecture(architecture, 2, 0);
  const std::string name = std::get<LinearOp>(graph.nodes().back().operation).bias.value();
  const auto bias = file.tensors.find(name);
  if (bias == file.tensors.end() || bias->second.shape.size() != 1) {
    fail(ErrorKind::kData, path, ": tensor '", name, "' is missing; expected the weights of ", architecture,
         "; checkpoints of PyTorch are converted by tools/from_pytorch.py");
  }
  return bias->second.shape[0];
}

/// Replaces the fresh weights by those of the file.
void take_weights(const std::filesystem::path& path, NamedTensors& file, const std::string& architecture,
                  Graph& graph) {
  for (auto& [name, fresh] : graph.parameters) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end()) {
      fail(ErrorKind::kData, path, ": tensor '", name, "' is missing, expected the weights of ",
           architecture);
    }
    if (found->second.shape != fresh.shape) {
      fail(ErrorKind::kData, path, ": tensor '", name, "' is ", shape_text(found->second.shape),
           ", expected ", shape_text(fresh.shape), " in ", architecture);
    }
    fresh = std::move(found->second);
    file.tensors.erase(found);
  }
  if (!file.tensors.empty()) {
    fail(ErrorKind::kData, path, ": tensor '", file.tensors.begin()->first, "' is not one of ", architecture,
         "; another architecture?");
  }
}

/// Keeps only the weights of the network from a checkpoint, under their own names.
void keep_weights(NamedTensors& file) {
  std::map<std::string, Tensor> weights;
  for (auto& [name, tensor] : file.tensors) {
    if (name.starts_with(kCheckpointWeights))
      weights[name.substr(sizeof(kCheckpointWeights) - 1)] = std::move(tensor);
  }
  file.tensors = std::move(weights);
}

Graph read_weights(const std::filesystem::path& path, const ModelOptions& options,
                   std::string& architecture) {
  NamedTensors file = read_safetensors(path);
  if (file.metadata.contains(kCheckpointKey)) keep_weights(file);
  const auto arch = settled(path, file, kArchitectureKey, options.architecture);
  if (!arch)
    fail(ErrorKind::kConfig, Remedy{"arch"}, path,
         ": does not name its architecture, for example cifar_resnet110");
  architecture = *arch;
  const auto normalize = settled(path, file, kNormalizationKey, options.normalization);
  if (!normalize) {
    fail(ErrorKind::kConfig, Remedy{"normalize"}, path,
         ": does not say which normalization it was trained with, expected cifar10, imagenet, mean/std "
         "numbers, or none");
  }
  const std::int64_t classes = classes_in(path, file, *arch);
  if (const auto told = file.metadata.find("certus.classes");
      told != file.metadata.end() && told->second != std::to_string(classes)) {
    fail(ErrorKind::kData, path, ": its certus.classes is '", told->second, "', but its last layer has ",
         classes, " classes");
  }
  Graph graph = make_architecture(*arch, classes, 0);
  take_weights(path, file, *arch, graph);
  try {
    return normalized(graph, parse_normalization(*normalize));
  } catch (const Error& error) {
    fail(error.kind(), path, ": ", std::string_view(error.what()));
  }
}

Graph read_network(const std::filesystem::path& path, const ModelOptions& options) {
  if (options.architecture) {
    fail(ErrorKind::kConfig, path, ": an ONNX file has its architecture inside, expected none to be given");
  }
  Graph graph = read_onnx(path);
  if (!options.normalization) return graph;
  if (normalization_node(graph) != nullptr) {
    fail(ErrorKind::kConfig, path, ": normalizes its input already (", normalization_of(graph),
         "), expected no normalization to be given");
  }
  return normalized(graph, parse_normalization(*options.normalization));
}

void check_finite(const std::filesystem::path& path, const Graph& graph) {
  for (const auto& [name, tensor] : graph.parameters) {
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      if (std::isfinite(tensor.values[i])) continue;
      fail(ErrorKind::kData, path, ": tensor '", name, "' holds ", static_cast<double>(tensor.values[i]),
           " at ", i, "; a diverged training or a damaged file");
    }
  }
}

}  // namespace

std::string normalization_of(const Graph& graph) {
  const NormalizeOp* node = normalization_node(graph);
  return normalization_text(node == nullptr ? std::nullopt
                                            : std::optional(Normalization{node->mean, node->std}));
}

Model load_model(const std::filesystem::path& path, const ModelOptions& options) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    fail(ErrorKind::kFile, path, ": is not a regular file, expected a model as .onnx or .safetensors");
  }
  const std::string sha256 = sha256_of_file(path);
  const std::string extension = path.extension().string();
  Model model;
  std::string name = "ONNX";
  if (extension == ".onnx") {
    model.graph = read_network(path, options);
  } else if (extension == ".safetensors") {
    model.graph = read_weights(path, options, name);
  } else {
    fail(ErrorKind::kConfig, path,
         ": expected a model as .onnx or .safetensors; tools/from_pytorch.py converts "
         "PyTorch checkpoints and modules");
  }
  if (sha256_of_file(path) != sha256) {
    fail(ErrorKind::kFile, path, ": changed while it was being read; start again when it is complete");
  }
  check_classifier(model.graph, path.string());
  check_finite(path, model.graph);
  model.identity = join_text(name, ", sha256 ", sha256);
  const std::string normalization = normalization_of(model.graph);
  model.preprocessing = normalization == "none" ? "pixels in [0, 1], no normalization node in the network"
                                                : join_text("pixels in [0, 1], normalization ", normalization,
                                                            " inside the network");
  return model;
}

std::map<std::string, std::string> model_metadata(const Graph& graph, const std::string& architecture) {
  return {{"format", "pt"}, {kArchitectureKey, architecture}, {kNormalizationKey, normalization_of(graph)}};
}

void save_model(const std::filesystem::path& path, const Graph& graph, const std::string& architecture,
                Overwrite overwrite) {
  if (path.extension() == ".onnx") {
    write_onnx(graph, path, overwrite);
  } else if (path.extension() == ".safetensors") {
    write_safetensors(path, {.tensors = graph.parameters, .metadata = model_metadata(graph, architecture)},
                      overwrite);
  } else {
    fail(ErrorKind::kConfig, path, ": expected a name that ends in .onnx or .safetensors");
  }
}

}  // namespace certus
