// What downloads are: .gz, .tar.gz and a list of labels.
#include "certus/data/archive_members.h"
#include "certus/data/cifar_sheets.h"
#include "certus/data/gzip.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  constexpr std::size_t kMostBytes = 1 << 20;
  fuzz::expect_errors_only([&] { gunzip("x.gz", input, kMostBytes); });
  fuzz::expect_errors_only([&] { labels_of_list("labels", input); });
  const auto path = fuzz::as_file("x.tar.gz", input);
  fuzz::expect_errors_only([&] {
    read_archive_members(path, {{"a", kMostBytes}, {"b", kMostBytes}}, [](const auto&, const auto&) {});
  });
  return 0;
}
