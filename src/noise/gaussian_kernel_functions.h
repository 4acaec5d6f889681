#pragma once

#include <cstddef>
#include <cstdint>

namespace certus {

/// What the file of one instruction set offers. Pointers instead of spans and arrays: code of the standard
/// library compiled with AVX must not be what the linker keeps for the rest of the program.
///
/// `counter` has four words, the first being the first block; `key` has two.
struct GaussianKernelFunctions {
  void (*words)(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n, std::uint32_t* out);
  void (*fill)(const std::uint32_t* counter, const std::uint32_t* key, std::size_t n, float* out);
  void (*add)(const std::uint32_t* counter, const std::uint32_t* key, float sigma, const float* x,
              std::size_t n, float* out);
  void (*from_words)(const std::uint32_t* words, std::size_t n, float* out);  ///< n a multiple of 4
};

extern const GaussianKernelFunctions kScalarGaussian;
extern const GaussianKernelFunctions kAvx2Gaussian;
extern const GaussianKernelFunctions kAvx512Gaussian;

}  // namespace certus
