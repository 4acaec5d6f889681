#pragma once

namespace certus {

/// Sets how many threads libtorch, and the BLAS under it, use inside one operation. Debian's libtorch starts
/// with one, others with one a core: never left to chance. Not more than OMP_THREAD_LIMIT allows: libtorch
/// relies on getting as many as it is set to. Also keeps oneDNN from its AMX kernels, which die with SIGILL
/// in version 2.6; that takes effect before the first operation only.
void set_torch_threads(int threads);

}  // namespace certus
