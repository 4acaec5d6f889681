// A table of p-correct or soft labels, and the manifest beside it.
#include "certus/recipe/estimate_table.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto [rows, manifest] = fuzz::two_files(input);
  const auto path = fuzz::as_file("table.tsv", rows);
  fuzz::as_file("table.json", manifest);
  fuzz::expect_errors_only([&] { read_estimates(path); });
  return 0;
}
