#include "certus/data/cifar_binary.h"

#include <algorithm>
#include <cstddef>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr std::size_t kPixels = 3072;

}  // namespace

void append_cifar_rows(const LoadedFile& file, Cifar kind, ByteImages& images) {
  const std::size_t label_bytes = kind == Cifar::k10 ? 1 : 2;
  const std::size_t row_bytes = label_bytes + kPixels;
  images.shape = {.channels = 3, .height = 32, .width = 32};
  images.num_classes = kind == Cifar::k10 ? 10 : 100;
  if (file.content.empty() || file.content.size() % row_bytes != 0) {
    fail(ErrorKind::kData, file.path, ": ", file.content.size(), " bytes is not a multiple of ", row_bytes,
         " (", label_bytes, kind == Cifar::k10 ? " label" : " labels",
         " + 3072 pixels); expected the binary version of CIFAR-", images.num_classes, " with ",
         kind == Cifar::k10 ? "10000 rows" : "50000 rows (train) or 10000 (test)", ": ",
         likely_cause(file.content));
  }
  const std::size_t rows = file.content.size() / row_bytes;
  images.labels.reserve(images.labels.size() + rows);
  images.pixels.reserve(images.pixels.size() + rows * kPixels);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = file.content.begin() + static_cast<std::ptrdiff_t>(row * row_bytes + label_bytes);
    const auto label = static_cast<std::uint8_t>(begin[-1]);
    if (label >= images.num_classes) {
      fail(ErrorKind::kData, file.path, ": row ", row, " has label ", label, ", expected 0 to ",
           images.num_classes - 1,
           kind == Cifar::k10 ? "; damaged, or CIFAR-100 under this name?" : "; damaged?");
    }
    images.labels.push_back(label);
    images.pixels.insert(images.pixels.end(), begin, begin + kPixels);
  }
}

}  // namespace certus
