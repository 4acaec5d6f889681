// Shares in a NumPy file.
#include "certus/recipe/import_p_correct.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("shares.npy", input);
  fuzz::expect_errors_only([&] { import_p_correct(path, 100, 4); });
  return 0;
}
