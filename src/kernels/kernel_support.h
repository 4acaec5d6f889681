#pragma once

namespace certus {

/// Whether the kernels of AVX-512 (winograd.h, blocked_planes.h, float_linear.h, exact_linear.h) can run on
/// this processor.
bool avx512_is_supported();

/// Whether the kernels that need AVX-512 with VNNI, the products of integers, can run: integer_first_layer.h,
/// and integer_winograd.h if the processor also has VBMI.
bool vnni_is_supported();

/// While an object of this class lives, both functions return false: networks made in the meantime are
/// executed as on a processor without AVX-512. For tests; not for several threads at once.
class WithoutAvx512 {
 public:
  WithoutAvx512();
  ~WithoutAvx512();
  WithoutAvx512(const WithoutAvx512&) = delete;
  WithoutAvx512& operator=(const WithoutAvx512&) = delete;

 private:
  bool before_;
};

}  // namespace certus
