#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "certus/base/config.h"
#include "certus/data/dataset.h"
#include "certus/model/graph.h"

namespace certus {

/// The network that a run begins with: model.arch with weights drawn by run.seed, or with those of
/// model.start_from; normalization is its first node. Fails when it does not take the images of `data`, and
/// when no normalization is set and the data set has no usual one.
Graph initial_network(const Config& config, const Dataset& data);

/// The weights of an earlier model for the network `graph` of architecture `arch`. Fails when the file has
/// another network or another normalization.
std::map<std::string, Tensor> starting_weights(const std::filesystem::path& path, const Graph& graph,
                                               const std::string& arch);

}  // namespace certus
