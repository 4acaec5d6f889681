#pragma once

#include <vector>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/program.h"
#include "certus/engine_onednn/quantize.h"

namespace certus {

/// Which kernels compute an integer program; all give the same bytes.
enum class IntegerKernels {
  kFastest,   ///< what suits this processor
  kPortable,  ///< plain loops, as on a processor without VNNI
};

/// The network as an integer program: bytes between layers, exact sums of products, shifts. Its logits are
/// the same bits on every processor, by definition: integers know no rounding, the first layer's quantization
/// and the last layer's sums round as IEEE 754 says in one fixed order, and operations without an integer
/// form are reference steps on dequantized values.
///
/// @param scales       of the bytes of each value of the network (calibrate.h, quantize.h)
/// @param image_range  bound of |pixel|, noise included
Program make_integer_program(const LoweredNetwork& network, const std::vector<ByteScale>& scales,
                             double image_range, IntegerKernels kernels = IntegerKernels::kFastest);

}  // namespace certus
