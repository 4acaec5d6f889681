#pragma once

#include "certus/data/byte_dataset.h"
#include "certus/data/loaded_file.h"

namespace certus {

/// The binary version of CIFAR: rows of label bytes and 3072 pixel bytes (32x32: red, green and blue plane).
/// Krizhevsky, "Learning Multiple Layers of Features from Tiny Images", 2009.
enum class Cifar {
  k10,   ///< one label: 3073 bytes per row
  k100,  ///< coarse label, fine label: 3074 bytes per row; the fine label is used
};

/// Appends the rows of a file to `images`, in file order. Fails, naming file and row, when the size is not a
/// multiple of the row size or a label is out of range.
void append_cifar_rows(const LoadedFile& file, Cifar kind, ByteImages& images);

}  // namespace certus
