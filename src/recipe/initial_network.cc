#include "certus/recipe/initial_network.h"

#include "certus/base/error.h"
#include "certus/data/known_datasets.h"
#include "certus/model/architectures.h"
#include "certus/model/model_file.h"
#include "certus/model/normalization.h"
#include "certus/recipe/train_settings.h"

namespace certus {
namespace {

/// The constants of model.normalization, or the usual ones of the data set; empty: none.
std::optional<Normalization> normalization_for(const Config& config, const Dataset& data) {
  std::string name = config.read<ModelSettings>().normalization;
  if (name.empty()) {
    const std::string set = config.read<DataSettings>().name;
    const KnownDataset* const known = find_known_dataset(set);
    if (known == nullptr) {
      fail(ErrorKind::kConfig, "model.normalization is empty, and ", set,
           " is not a data set with a usual normalization; set it, e.g. to none or imagenet");
    }
    name = known->normalization;
  }
  auto constants = parse_normalization(name);
  if (constants && static_cast<std::int64_t>(constants->mean.size()) != data.shape().channels) {
    fail(ErrorKind::kConfig, "model.normalization ", name, " is for ", constants->mean.size(),
         " channels, but ", data.identity(), " has ", data.shape().channels);
  }
  return constants;
}

}  // namespace

std::map<std::string, Tensor> starting_weights(const std::filesystem::path& path, const Graph& graph,
                                               const std::string& arch) {
  const bool is_onnx = path.extension() == ".onnx";
  Graph from = load_model(path).graph;
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
           is_onnx ? "; ONNX files of other programs name them differently" : "");
    }
  }
  return std::move(from.parameters);
}

Graph initial_network(const Config& config, const Dataset& data) {
  const auto model = config.read<ModelSettings>();
  const auto constants = normalization_for(config, data);
  Graph graph = make_architecture(model.arch, data.num_classes(), config.read<RunSettings>().seed);
  if (constants) graph = with_normalization(graph, constants->mean, constants->std);
  if (!model.start_from.empty()) graph.parameters = starting_weights(model.start_from, graph, model.arch);
  const ImageShape shape = data.shape();
  if (graph.input_shape() != Shape{shape.channels, shape.height, shape.width}) {
    fail(ErrorKind::kConfig, "model.arch ", model.arch, " takes images of ", shape_text(graph.input_shape()),
         ", but ", data.identity(), " has ", shape_text(shape));
  }
  return graph;
}

}  // namespace certus
