#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/model/graph.h"

namespace certus {

/// A network, chosen by the name that the usual checkpoints give it, with fresh weights and without
/// normalization: cifar_resnet<depth>, resnet18, resnet34, resnet50, lenet. Any other name fails with a list
/// of the names.
Graph make_architecture(const std::string& name, std::int64_t classes, std::uint64_t seed);

/// The names, for help and messages.
const std::vector<std::string>& architecture_names();

}  // namespace certus
