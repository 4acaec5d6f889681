#include "certus/base/thread_pool.h"

#include <atomic>
#include <stdexcept>

#include "gtest/gtest.h"

namespace certus {
namespace {

TEST(ThreadPool, RunsEveryWorkerOnceARound) {
  ThreadPool pool(3);
  std::vector<int> calls(3);
  for (int round = 0; round < 100; ++round)
    pool.run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
  EXPECT_EQ(calls, (std::vector<int>{100, 100, 100}));
}

TEST(ThreadPool, CarriesAnExceptionBackAfterAllHaveEnded) {
  ThreadPool pool(2);
  std::atomic<int> ended = 0;
  const auto round = [&] {
    pool.run([&](int worker) {
      ++ended;
      if (worker == 1) throw std::runtime_error("worker 1");
    });
  };
  EXPECT_THROW(round(), std::runtime_error);
  EXPECT_EQ(ended, 2);
  pool.run([&](int) { ++ended; });  // and is usable afterwards
  EXPECT_EQ(ended, 4);
}

}  // namespace
}  // namespace certus
