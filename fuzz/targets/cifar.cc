// A binary file of CIFAR.
#include "certus/data/cifar_binary.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const LoadedFile file{.path = "batch.bin", .content = std::string(input), .sha256 = {}};
  for (const Cifar kind : {Cifar::k10, Cifar::k100}) {
    fuzz::expect_errors_only([&] {
      ByteImages images;
      append_cifar_rows(file, kind, images);
    });
  }
  return 0;
}
