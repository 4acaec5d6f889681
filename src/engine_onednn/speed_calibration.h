#pragma once

#include "certus/engine_onednn/calibration.h"
#include "certus/model/graph.h"

namespace certus {

/// Scales chosen with a few noisy grey images: int8 networks made with them are as fast as others, but their
/// votes are worthless. For measuring speed when there is no data.
Calibration speed_calibration(const Graph& graph);

}  // namespace certus
