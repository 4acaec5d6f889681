#include "certus/autograd/share_phases.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace certus {
namespace {

TEST(ShareOf, CoversEverythingOnce) {
  for (const std::int64_t all : {0, 1, 7, 64}) {
    std::int64_t next = 0;
    for (int share = 0; share < 3; ++share) {
      const ShareRange range = share_of(all, share, 3);
      EXPECT_EQ(range.first, next);
      next = range.last;
    }
    EXPECT_EQ(next, all);
  }
}

constexpr int kShares = 5;

/// Every share sees in the second phase what all shares did in the first.
void expect_every_share_in_every_phase() {
  std::vector<int> first(kShares), seen(kShares), threads(kShares);
  run_in_phases(kShares, {[&](int share) { ++first[static_cast<std::size_t>(share)]; },
                          [&](int share) {
                            for (const int times : first) seen[static_cast<std::size_t>(share)] += times;
                            threads[static_cast<std::size_t>(share)] = omp_get_max_threads();
                          }});
  EXPECT_EQ(first, std::vector<int>(kShares, 1));
  EXPECT_EQ(seen, std::vector<int>(kShares, kShares));
  EXPECT_EQ(threads, std::vector<int>(kShares, 1));
}

TEST(RunInPhases, DoesEveryShareWithAsManyThreadsAsThereAre) {
  const int before = omp_get_max_threads();
  expect_every_share_in_every_phase();
  EXPECT_EQ(omp_get_max_threads(), before);
}

TEST(RunInPhases, DoesEveryShareWithFewerThreads) {
#pragma omp teams num_teams(1) thread_limit(1)
  expect_every_share_in_every_phase();
#pragma omp teams num_teams(1) thread_limit(2)
  expect_every_share_in_every_phase();
}

TEST(RunInPhases, DoesEveryShareInsideAParallelRegion) {
#pragma omp parallel num_threads(2)
#pragma omp single
  expect_every_share_in_every_phase();
}

TEST(RunInPhases, GivesAnExceptionToTheCallerAndLeavesOutTheRest) {
  for (int thrower = 0; thrower < kShares; ++thrower) {
    std::atomic<int> later = 0;
    const auto work = [&] {
      run_in_phases(kShares, {[&](int share) {
                                if (share == thrower) throw std::runtime_error(std::to_string(share));
                              },
                              [&](int) { ++later; }});
    };
    try {
      work();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::to_string(thrower));
    }
    EXPECT_EQ(later, 0);
  }
}

}  // namespace
}  // namespace certus
