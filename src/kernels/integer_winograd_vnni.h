#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// The part of IntegerWinograd (see there) that is compiled for AVX-512 F, BW, VL, VBMI and VNNI.
struct IntegerWinogradTask {
  std::int64_t in = 16, out = 16, height = 1, width = 1;
  bool input_is_signed = false, output_is_signed = false, residual_is_signed = false;
  int residual_shift = 0;
  /// 64-byte aligned: by block of 16 outputs, column of points, pair of inputs, row of points, output of the
  /// block, input of the pair.
  const std::int16_t* weight = nullptr;
  const std::int32_t* bias = nullptr;  ///< 64-byte aligned: 576 * bias
  const std::int32_t* shift =
      nullptr;  ///< 64-byte aligned: of 64 times the sum, up to the addition of the residual
};

std::size_t integer_winograd_scratch_bytes(const IntegerWinogradTask& task);
void integer_winograd_run(const IntegerWinogradTask& task, std::int64_t images, const std::uint8_t* x,
                          const std::uint8_t* residual, std::uint8_t* y, std::byte* scratch);

}  // namespace certus
