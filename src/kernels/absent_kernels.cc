/// Replaces the kernels on processors that are not x86. There, avx512_is_supported and
/// IntegerWinograd::supports return false, so nothing here is ever called.

#include "certus/base/error.h"
#include "certus/kernels/blocked_planes.h"
#include "certus/kernels/integer_winograd_vnni.h"
#include "certus/kernels/winograd.h"

namespace certus {

std::size_t winograd_weight_floats(const WinogradShape&) {
  CERTUS_CHECK(false);
  return 0;
}
std::size_t winograd_scratch_floats(const WinogradShape&) {
  CERTUS_CHECK(false);
  return 0;
}
std::size_t winograd_gradient_scratch_floats(const WinogradShape&) {
  CERTUS_CHECK(false);
  return 0;
}
void winograd_weights(const WinogradShape&, const float*, const WeightStrides&, float*) {
  CERTUS_CHECK(false);
}
void winograd_transposed_weights(const WinogradShape&, const float*, const WeightStrides&, float*) {
  CERTUS_CHECK(false);
}
void winograd_convolution(const WinogradShape&, ActivationOrder, std::int64_t, const float*, const float*,
                          const WinogradFinish&, float*, float*) {
  CERTUS_CHECK(false);
}
void winograd_weight_gradient(const WinogradShape&, std::int64_t, const float*, const float*, float*,
                              float*) {
  CERTUS_CHECK(false);
}
void winograd_untransformed(const WinogradShape&, const float*, float*, const WeightStrides&) {
  CERTUS_CHECK(false);
}
void read_plane(const float*, const PixelStrides&, std::int64_t, std::int64_t, float*) {
  CERTUS_CHECK(false);
}
void write_plane(const float*, const PixelStrides&, std::int64_t, std::int64_t, float*) {
  CERTUS_CHECK(false);
}
void plane_moments(const float*, std::int64_t, float*, float*) {
  CERTUS_CHECK(false);
}
void plane_finish(const float*, const float*, const float*, const float*, bool, std::int64_t, float*) {
  CERTUS_CHECK(false);
}
void plane_gradient_sums(float*, const float*, const float*, const float*, std::int64_t, float*, float*) {
  CERTUS_CHECK(false);
}
void plane_norm_gradient(const float*, const float*, const float*, const float*, const float*, const float*,
                         std::int64_t, float*) {
  CERTUS_CHECK(false);
}
std::size_t integer_winograd_scratch_bytes(const IntegerWinogradTask&) {
  CERTUS_CHECK(false);
  return 0;
}
void integer_winograd_run(const IntegerWinogradTask&, std::int64_t, const std::uint8_t*, const std::uint8_t*,
                          std::uint8_t*, std::byte*) {
  CERTUS_CHECK(false);
}
void add_blocks(const float*, std::int64_t, float*) {
  CERTUS_CHECK(false);
}

}  // namespace certus
