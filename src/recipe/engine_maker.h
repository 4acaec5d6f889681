#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "certus/engine/engine.h"

namespace certus {

struct Graph;

/// Makes one engine per worker for a network. The engines will classify `samples` draws of each image, one
/// image after the other.
using EngineMaker =
    std::function<std::vector<std::unique_ptr<Engine>>(const Graph& graph, std::int64_t samples)>;

}  // namespace certus
