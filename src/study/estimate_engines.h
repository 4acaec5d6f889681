#pragma once

#include <cstdint>
#include <optional>

#include "certus/engines/engine_choice.h"
#include "certus/recipe/engine_maker.h"

namespace certus {

/// Makes engines of the choice, one per worker (usual_workers unless given), with micro-batches that suit the
/// draws of one image. Fails as check_engine does.
EngineMaker estimate_engines(const EngineChoice& choice, std::optional<std::int64_t> workers);

}  // namespace certus
