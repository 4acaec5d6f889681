#include "certus/autograd/share_phases.h"

#include <omp.h>

#include <atomic>
#include <exception>

namespace certus {

ShareRange share_of(std::int64_t all, int share, int shares) {
  return {all * share / shares, all * (share + 1) / shares};
}

void run_in_phases(int shares, const std::vector<Phase>& phases) {
  const int asked = omp_in_parallel() ? 1 : shares;
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(shares));
  std::atomic<bool> failed = false;

#pragma omp parallel num_threads(asked)
  {
    omp_set_num_threads(1);  // oneDNN computes on the thread that calls it
    const int granted = omp_get_num_threads();
    for (const Phase& phase : phases) {
      for (int share = omp_get_thread_num(); share < shares; share += granted) {
        // An exception must not leave the parallel region, and no thread may leave the others waiting
        // at the barrier.
        try {
          if (!failed) phase(share);
        } catch (...) {
          errors[static_cast<std::size_t>(share)] = std::current_exception();
          failed = true;
        }
      }
#pragma omp barrier
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace certus
