#pragma once

namespace certus {

/// Sets how many threads libtorch, and the BLAS under it, use inside one operation. Debian's libtorch starts
/// with one thread, others with one per core, so the number is always set here. It never exceeds what
/// OMP_THREAD_LIMIT allows, because libtorch relies on getting as many threads as it is set to. Also keeps
/// oneDNN from using its AMX kernels, which die with SIGILL in version 2.6; that takes effect only before
/// the first operation.
void set_torch_threads(int threads);

}  // namespace certus
