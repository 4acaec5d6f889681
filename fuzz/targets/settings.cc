// A configuration of training.
#include "certus/base/toml_tree.h"
#include "certus/recipe/unread_settings.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const ConfigText text{.name = "x.toml", .content = std::string(input)};
  fuzz::expect_errors_only([&] { flat_entries(parse_toml(text)); });
  fuzz::expect_errors_only([&] { plain_values(text); });
  fuzz::expect_errors_only([&] {
    ConfigText rest = text;
    take_texts(rest, "include");
    run_config_text(training_config({rest}, {}));
  });
  return 0;
}
