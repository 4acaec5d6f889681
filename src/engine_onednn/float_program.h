#pragma once

#include <memory>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/program.h"

namespace certus {

/// The network in float32: convolutions by Winograd's products or oneDNN, the other usual layers by kernels
/// of this engine, the rest by reference steps. Step i + 1 computes step i of the network; step 0 changes the
/// layout of the image.
Program make_float_program(const LoweredNetwork& network);

}  // namespace certus
