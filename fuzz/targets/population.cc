// True p_A values: a file of them, or a short name.
#include "certus/record/population.h"

#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto use = [](const std::string& text) {
    fuzz::expect_errors_only([&] {
      const Population population = Population::parse(text);
      for (const double u : {0.001, 0.5, 0.999}) population.draw(3, u);
    });
  };
  use(fuzz::as_file("population.txt", input));
  if (input.starts_with("constant:") || input.starts_with("beta:")) use(std::string(input));
  return 0;
}
