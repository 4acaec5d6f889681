#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// What the source file of one instruction set provides. It uses pointers instead of spans and
/// arrays: otherwise the linker might keep standard library code that was compiled with AVX for the
/// rest of the program.
///
/// `counter` has four words, of which the first is the first block; `key` has two.
struct GaussianKernelFunctions {
  void (*words)(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n, std::uint32_t* out);
  void (*fill)(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n, float* out);
  void (*add)(const std::uint32_t* counter, const std::uint32_t* key, float sigma, const float* x,
              std::size_t n, float* out);
  void (*from_words)(const std::uint32_t* words, std::size_t n, float* out);  ///< n is a multiple of 4
};

extern const GaussianKernelFunctions kScalarGaussian;
extern const GaussianKernelFunctions kAvx2Gaussian;
extern const GaussianKernelFunctions kAvx512Gaussian;

}  // namespace certus
