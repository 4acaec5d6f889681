#pragma once

#include <vector>

#include "certus/engine_onednn/lower.h"
#include "certus/engine_onednn/program.h"
#include "certus/engine_onednn/quantize.h"

namespace certus {

/// Which kernels compute an integer program; all of them give the same bytes.
enum class IntegerKernels {
  kFastest,   ///< the fastest for this processor
  kPortable,  ///< plain loops, as on a processor without VNNI
};

/// The network as an integer program: bytes between layers, exact sums of products, shifts. Its logits have
/// the same bits on every processor, by definition: integers are never rounded, the quantization of the first
/// layer and the sums of the last layer are rounded as IEEE 754 says, in one fixed order, and operations
/// without an integer form are reference steps on dequantized values.
///
/// @param scales       of the bytes of each value of the network (calibrate.h, quantize.h)
/// @param image_range  bound on |pixel|, including noise
Program make_integer_program(const LoweredNetwork& network, const std::vector<ByteScale>& scales,
                             double image_range, IntegerKernels kernels = IntegerKernels::kFastest);

}  // namespace certus
