#pragma once

#include <string>

namespace certus {

/// What the arithmetic of this machine can do at most, in operations a second: a multiplication and an
/// addition are two.
struct PeakRate {
  double float_ops = 0.0;  ///< of float32
  double byte_ops = 0.0;   ///< products of bytes, added up in 32 bits
  std::string float_instruction;
  std::string byte_instruction;
};

/// Measured in about a tenth of a second on that many threads at once, at least 1: chains of the widest
/// instruction of this processor that depend on nothing but themselves, in registers.
PeakRate measure_peak_rate(int threads);

}  // namespace certus
