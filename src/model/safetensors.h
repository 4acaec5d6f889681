#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "certus/base/file.h"
#include "certus/model/tensor.h"

namespace certus {

/// Weights by name, and the metadata of the file. The safetensors format holds names and raw numbers,
/// and nothing executable.
struct NamedTensors {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Reads F32, F16, BF16 and F64 tensors as float32. Integer tensors (the batch counters of PyTorch's batch
/// norm) are left out. Every size, offset and count is checked before it is used: a header beyond 16 MB,
/// offsets that leave the file, overlap or leave holes, sizes that contradict shapes, repeated names and
/// unknown types fail with the name of the tensor.
NamedTensors read_safetensors(const std::filesystem::path& path);

/// Writes float32 tensors in the order of their names; the file is written completely or not at all.
void write_safetensors(const std::filesystem::path& path, const NamedTensors& content, Overwrite overwrite);

}  // namespace certus
