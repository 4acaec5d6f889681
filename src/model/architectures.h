#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/model/graph.h"

namespace certus {

/// A network by the name the field's checkpoints give it, with fresh weights and without normalization:
/// cifar_resnet<depth>, resnet18, resnet34, resnet50, lenet. Fails, listing the names, on any other.
Graph make_architecture(const std::string& name, std::int64_t classes, std::uint64_t seed);

/// The names, for help and messages.
const std::vector<std::string>& architecture_names();

}  // namespace certus
