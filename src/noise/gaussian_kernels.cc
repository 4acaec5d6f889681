#include "certus/noise/gaussian_kernels.h"

#include "certus/base/error.h"
#include "certus/noise/counter_layout.h"
#include "certus/noise/gaussian_kernel_functions.h"

namespace certus {
namespace {

bool is_supported(NoiseKernel kernel) {
  switch (kernel) {
    case NoiseKernel::kScalar:
      return true;
#ifdef CERTUS_NOISE_X86
    case NoiseKernel::kAvx2:
      return __builtin_cpu_supports("avx2") != 0;
    case NoiseKernel::kAvx512:
      return __builtin_cpu_supports("avx512f") != 0;
#endif
    default:
      return false;
  }
}

const GaussianKernelFunctions& functions_of(NoiseKernel kernel) {
  switch (kernel) {
#ifdef CERTUS_NOISE_X86
    case NoiseKernel::kAvx2:
      return kAvx2Gaussian;
    case NoiseKernel::kAvx512:
      return kAvx512Gaussian;
#endif
    default:
      return kScalarGaussian;
  }
}

}  // namespace

std::string_view noise_kernel_name(NoiseKernel kernel) {
  switch (kernel) {
    case NoiseKernel::kScalar:
      return "scalar";
    case NoiseKernel::kAvx2:
      return "avx2";
    case NoiseKernel::kAvx512:
      return "avx512";
  }
  return "unknown";
}

std::vector<NoiseKernel> supported_noise_kernels() {
  std::vector<NoiseKernel> kernels;
  for (const NoiseKernel kernel : {NoiseKernel::kScalar, NoiseKernel::kAvx2, NoiseKernel::kAvx512}) {
    if (is_supported(kernel)) kernels.push_back(kernel);
  }
  return kernels;
}

NoiseKernel fastest_noise_kernel() {
  static const NoiseKernel kernel = supported_noise_kernels().back();
  return kernel;
}

void add_gaussian(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, float sigma,
                  std::span<const float> x, std::span<float> out) {
  CERTUS_CHECK(is_supported(kernel));
  CERTUS_CHECK(x.size() == out.size() && out.size() <= kElementLimit);
  const PhiloxInput input = philox_input(key, sample, 0);
  functions_of(kernel).add(input.counter.data(), input.key.data(), sigma, x.data(), x.size(), out.data());
}

void fill_gaussian(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, std::span<float> out) {
  CERTUS_CHECK(is_supported(kernel));
  CERTUS_CHECK(out.size() <= kElementLimit);
  const PhiloxInput input = philox_input(key, sample, 0);
  functions_of(kernel).fill(input.counter.data(), input.key.data(), out.size(), out.data());
}

void philox_words(NoiseKernel kernel, const NoiseKey& key, std::uint64_t sample, WordStream stream,
                  std::uint64_t first, std::span<std::uint32_t> out) {
  CERTUS_CHECK(is_supported(kernel));
  CERTUS_CHECK(first % 4 == 0 && first + out.size() <= kElementLimit);
  const PhiloxInput input = philox_input(key, sample, static_cast<std::uint32_t>(first / 4), stream);
  functions_of(kernel).words(input.counter.data(), input.key.data(), out.size(), out.data());
}

void normals_from_words(NoiseKernel kernel, std::span<const std::uint32_t> words, std::span<float> out) {
  CERTUS_CHECK(is_supported(kernel));
  CERTUS_CHECK(words.size() == out.size() && words.size() % 4 == 0);
  functions_of(kernel).from_words(words.data(), words.size(), out.data());
}

}  // namespace certus
