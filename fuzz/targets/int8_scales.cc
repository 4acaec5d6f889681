// Scales of an int8 network, up to its program.
#include "certus/engine_onednn/calibration.h"
#include "certus/engine_onednn/integer_program.h"
#include "certus/model/architectures.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace certus;
  const std::string_view input = fuzz::text_of(data, size);
  static const LoweredNetwork network = lower(make_architecture("lenet", 10, 1));
  const auto path = fuzz::as_file("model.int8.json", input);
  fuzz::expect_errors_only([&] {
    const Calibration calibration = read_calibration(path);
    digest_of(calibration);
    check_scales(network, calibration.scales);
    make_integer_program(network, calibration.scales, calibration.image_range, IntegerKernels::kPortable);
  });
  return 0;
}
