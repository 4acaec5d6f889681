// A curve as a paper prints it.
#include "certus/logs/printed_curve.h"

#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("curve.csv", input);
  fuzz::expect_errors_only([&] { printed_curve_kind(path); });
  fuzz::expect_errors_only([&] { read_printed_curve(path); });
  return 0;
}
