#pragma once

#include "certus/engine_onednn/calibration.h"
#include "certus/model/graph.h"

namespace certus {

/// Scales chosen on a few noisy grey images: int8 networks made with them are as fast as others, and their
/// votes are worth nothing. For measuring where there is no data.
Calibration speed_calibration(const Graph& graph);

}  // namespace certus
