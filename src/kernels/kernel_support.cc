#include "certus/kernels/kernel_support.h"

#include <atomic>

namespace certus {
namespace {

std::atomic<bool> is_switched_off = false;

bool processor_has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return false;
#endif
}

bool processor_has_vnni() {
#if defined(__x86_64__)
  return processor_has_avx512() && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
#else
  return false;
#endif
}

}  // namespace

bool avx512_is_supported() {
  return processor_has_avx512() && !is_switched_off;
}

bool vnni_is_supported() {
  return processor_has_vnni() && !is_switched_off;
}

WithoutAvx512::WithoutAvx512() : before_(is_switched_off.exchange(true)) {}

WithoutAvx512::~WithoutAvx512() {
  is_switched_off = before_;
}

}  // namespace certus
