#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "certus/base/file.h"
#include "certus/model/graph.h"

namespace certus {

/// A network ready to vote, and what to write into a manifest about it.
struct Model {
  Graph graph;                ///< takes pixels in [0, 1]: normalization is its first node
  std::string identity;       ///< "cifar_resnet20, sha256 8e2e..."
  std::string preprocessing;  ///< "pixels in [0, 1], normalization cifar10 inside the network"
};

struct ModelOptions {
  std::optional<std::string> architecture;   ///< of safetensors that do not name theirs
  std::optional<std::string> normalization;  ///< see parse_normalization; of files that have none
};

/// Reads a model: ONNX (.onnx), or weights (.safetensors) of an architecture that the file itself names in
/// its metadata (certus.arch, certus.normalize) or the options do. Fails, naming file and parameter, when
/// weights are missing, left over, of another shape or not finite, when an option contradicts the file, and
/// when a weights file is silent about its normalization and the options are, too: a wrong one would certify
/// another network.
Model load_model(const std::filesystem::path& path, const ModelOptions& options = {});

/// What the metadata of a safetensors file says of a network: certus.arch and certus.normalize.
std::map<std::string, std::string> model_metadata(const Graph& graph, const std::string& architecture);

/// In checkpoints of training, which load_model reads, too, weights have this before their names; what has
/// not is left alone.
inline constexpr char kCheckpointKey[] = "certus.checkpoint";
inline constexpr char kCheckpointWeights[] = "model.";

/// Writes ONNX or safetensors by the extension of the name. Safetensors need the architecture's name: they
/// hold weights only.
void save_model(const std::filesystem::path& path, const Graph& graph, const std::string& architecture,
                Overwrite overwrite);

/// The constants of the graph's normalization, as parse_normalization reads them; "none" without one.
std::string normalization_of(const Graph& graph);

}  // namespace certus
