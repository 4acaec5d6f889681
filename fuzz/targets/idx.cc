// The two files of MNIST.
#include "certus/data/mnist_idx.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto files = fuzz::two_files(input);
  fuzz::expect_errors_only([&] {
    mnist_images({.path = "images", .content = std::string(files.first), .sha256 = {}},
                 {.path = "labels", .content = std::string(files.second), .sha256 = {}});
  });
  return 0;
}
