// A JPEG or PNG.
#include "certus/data/cifar_sheets.h"
#include "certus/data/decode_image.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  fuzz::expect_errors_only([&] { cifar_rows_of_sheet("sheet", decode_image("picture", input), "0123"); });
  return 0;
}
