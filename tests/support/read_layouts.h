#pragma once

#include <filesystem>

#include "certus/data/cifar_binary.h"
#include "certus/data/known_datasets.h"
#include "certus/data/mnist_idx.h"

namespace certus::test {

/// The images of a split in the layout of a known data set, whatever they are.
inline ByteImages read_cifar(const std::filesystem::path& folder, Cifar kind, Split split) {
  ByteImages images;
  for (const KnownFile& file : known_dataset(kind == Cifar::k10 ? "cifar10" : "cifar100").files) {
    if (file.split == split) append_cifar_rows(load_file(folder / file.name), kind, images);
  }
  return images;
}

inline ByteImages read_mnist(const std::filesystem::path& folder, Split split) {
  std::vector<LoadedFile> pair;
  for (const KnownFile& file : known_dataset("mnist").files) {
    if (file.split == split) pair.push_back(load_file(folder / file.name));
  }
  return mnist_images(pair.at(0), pair.at(1));
}

}  // namespace certus::test
