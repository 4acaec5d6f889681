#pragma once

#include <filesystem>

#include "certus/base/file.h"
#include "certus/model/graph.h"

namespace certus {

/// Writes the network as an ONNX file (opset 13) with the input "input", the output "logits", any number of
/// images at once, and the parameters under their names.
///
/// read_onnx gives the same graph back up to the names of its nodes, except for things that have no
/// counterpart in ONNX: inputs of one node with different numbers of axes come back reshaped, slices and
/// pads that change nothing are gone, and a subtraction and division of the image by channel comes back
/// as a normalization.
void write_onnx(const Graph& graph, const std::filesystem::path& path, Overwrite overwrite);

}  // namespace certus
