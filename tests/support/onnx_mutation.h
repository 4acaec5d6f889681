#pragma once

#include <random>
#include <string>

namespace certus::test {

/// An ONNX file like the given one with a few things changed that keep it readable as a file: operators,
/// names, attributes, shapes and integers, some to extreme values.
std::string mutated_onnx(const std::string& file, std::mt19937& random);

}  // namespace certus::test
