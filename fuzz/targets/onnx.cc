// A network, up to the program that computes it.
#include "certus/engine_onednn/float_program.h"
#include "certus/model/onnx_read.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  const auto path = fuzz::as_file("model.onnx", input);
  fuzz::expect_errors_only([&] {
    const Graph graph = read_onnx(path);
    check_classifier(graph, "fuzzer");
    make_float_program(lower(graph));
  });
  return 0;
}
