#pragma once

#include <string>

namespace certus {

/// The peak rate of arithmetic on this machine, in operations per second: a multiplication and an addition
/// are two operations.
struct PeakRate {
  double float_ops = 0.0;  ///< of float32
  double byte_ops = 0.0;   ///< products of bytes, summed in 32 bits
  std::string float_instruction;
  std::string byte_instruction;
};

/// Measured in about a tenth of a second on that many threads at once, at least 1. Runs chains of the widest
/// instruction of this processor, in registers; each chain depends on nothing but itself.
PeakRate measure_peak_rate(int threads);

}  // namespace certus
