#pragma once

#include "certus/data/byte_dataset.h"
#include "certus/data/loaded_file.h"

namespace certus {

/// MNIST's pair of files, also used by Fashion-MNIST: images 28x28 after magic number 2051, labels 0 to 9
/// after 2049, counts as big-endian 32-bit numbers (LeCun, Cortes, Burges, "The MNIST database"). Fails,
/// naming the file, when a magic number, a size or a label is wrong, or when the two counts differ.
ByteImages mnist_images(const LoadedFile& images, const LoadedFile& labels);

}  // namespace certus
