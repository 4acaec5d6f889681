#include "certus/engine_torch/torch_threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <omp.h>

#include <algorithm>

#include "certus/kernels/onednn_runtime.h"

namespace certus {

void set_torch_threads(int threads) {
  keep_onednn_from_amx();
  // oneDNN's convolutions, as libtorch calls them, hang or give wrong results when they get fewer
  // threads than this.
  threads = std::min(threads, omp_get_thread_limit());
  omp_set_dynamic(0);
  at::set_num_threads(threads);
  // OpenBLAS has threads of its own that libtorch does not know about; other BLAS libraries
  // lack the function.
  using SetThreads = void (*)(int);
  if (auto* set = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) set(threads);
}

}  // namespace certus
