// A log, and the manifest beside it.
#include "certus/logs/audit.h"
#include "certus/logs/read_records.h"
#include "certus/procedure/procedures.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto [rows, manifest] = fuzz::two_files(input);
  const auto path = fuzz::as_file("log.tsv", rows);
  if (manifest.empty()) {
    fuzz::without_file("log.json");
  } else {
    fuzz::as_file("log.json", manifest);
  }
  fuzz::expect_errors_only([&] { load_log(path); });
  fuzz::expect_errors_only(
      [&] { load_log(path, {.sigma = 0.5, .n = 1000, .alpha = 0.001, .as_printed = true}); });
  fuzz::expect_errors_only([&] { audit_logs({path, path}, {}); });
  fuzz::expect_errors_only([&] {
    if (const auto made = read_manifest(path)) read_records(path, procedure_of(*made, path)->kind());
  });
  return 0;
}
