#pragma once

#include <filesystem>

#include "certus/model/graph.h"

namespace certus {

/// The network of an ONNX file, opsets 9 to 17: one image input of fixed size, one output, parameters under
/// the names of the file. docs/models.md lists the operators.
///
/// The first axis is that of the images, whatever size the file gives it; a node that would mix images
/// is refused. The graph computes what the file computes for one image: nothing is dropped or
/// approximated. Anything that cannot be represented fails with a message that names file, node and
/// reason. So do damaged files.
Graph read_onnx(const std::filesystem::path& path);

}  // namespace certus
