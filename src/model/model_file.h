#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "certus/base/file.h"
#include "certus/model/graph.h"

namespace certus {

/// A network that is ready to vote, and what a manifest says about it.
struct Model {
  Graph graph;                ///< takes pixels in [0, 1]: normalization is its first node
  std::string identity;       ///< "cifar_resnet20, sha256 8e2e..."
  std::string preprocessing;  ///< "pixels in [0, 1], normalization cifar10 inside the network"
};

struct ModelOptions {
  std::optional<std::string> architecture;   ///< for safetensors files that do not name theirs
  std::optional<std::string> normalization;  ///< see parse_normalization; for files that have none
};

/// Reads a model: ONNX (.onnx), or weights (.safetensors) of an architecture that is named in the file's own
/// metadata (certus.arch, certus.normalize) or in the options. Fails, naming file and parameter, when weights
/// are missing, left over, of another shape or not finite, when an option contradicts the file, and when
/// neither a weights file nor the options give the normalization: with a wrong normalization another network
/// would be certified.
Model load_model(const std::filesystem::path& path, const ModelOptions& options = {});

/// The metadata of a safetensors file for a network: certus.arch and certus.normalize.
std::map<std::string, std::string> model_metadata(const Graph& graph, const std::string& architecture);

/// Marks checkpoints of training, which load_model can read as well. The names of their weights begin with
/// this prefix; tensors without it are ignored.
inline constexpr char kCheckpointKey[] = "certus.checkpoint";
inline constexpr char kCheckpointWeights[] = "model.";

/// Writes ONNX or safetensors, depending on the extension of the name. Safetensors need the name of the
/// architecture, because they hold only weights.
void save_model(const std::filesystem::path& path, const Graph& graph, const std::string& architecture,
                Overwrite overwrite);

/// The constants of the graph's normalization, as parse_normalization reads them; "none" if it
/// has no normalization.
std::string normalization_of(const Graph& graph);

}  // namespace certus
