#include "certus/recipe/image_workers.h"

#include "certus/base/thread_pool.h"
#include "certus/smooth/vote_counter.h"

namespace certus {

void for_each_position(int workers, std::size_t count, const std::atomic<bool>* stop,
                       const std::function<void(int worker, std::size_t position)>& work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  ThreadPool pool(workers);
  pool.run([&](int worker) {
    try {
      for (std::size_t position = next++; position < count && !failed; position = next++) {
        if (stop != nullptr && *stop) throw Interrupted();
        work(worker, position);
      }
    } catch (...) {
      failed = true;  // the others need not continue
      throw;
    }
  });
}

}  // namespace certus
