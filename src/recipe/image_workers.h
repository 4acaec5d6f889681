#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace certus {

/// Runs work(worker, position) once for every position in [0, count), shared among `workers` workers. The
/// first one that fails stops the others after their current position, and its exception reaches the caller.
/// Throws Interrupted when `stop`, if any, was raised.
void for_each_position(int workers, std::size_t count, const std::atomic<bool>* stop,
                       const std::function<void(int worker, std::size_t position)>& work);

}  // namespace certus
