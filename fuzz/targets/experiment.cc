// An experiment file.
#include "certus/experiment/experiment.h"

#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("x.toml", input);
  fuzz::expect_errors_only([&] { load_experiment({path}, "desk"); });
  return 0;
}
