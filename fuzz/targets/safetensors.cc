// Weights, models and checkpoints of training.
#include "certus/model/model_file.h"
#include "certus/recipe/checkpoint.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("weights.safetensors", input);
  fuzz::expect_errors_only([&] { load_model(path); });
  fuzz::expect_errors_only([&] { load_model(path, {.architecture = "lenet", .normalization = "none"}); });
  fuzz::expect_errors_only([&] { read_checkpoint(path, {}); });
  return 0;
}
