#include "certus/engine_torch/torch_threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <dnnl.h>

namespace certus {

void set_torch_threads(int threads) {
  dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_bf16);
  at::set_num_threads(threads);
  // OpenBLAS has threads of its own that libtorch does not know; another BLAS lacks the function.
  using SetThreads = void (*)(int);
  if (auto* set = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) set(threads);
}

}  // namespace certus
