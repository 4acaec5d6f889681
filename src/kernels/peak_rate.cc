#include "certus/kernels/peak_rate.h"

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "certus/base/error.h"
#include "certus/base/thread_pool.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace certus {
namespace {

/// Independent chains of one instruction.
struct Chains {
  const char* instruction;
  double ops_per_round;
  float (*run)(std::int64_t rounds);  ///< returns something that depends on every operation
};

#if defined(__x86_64__)

// Enough chains to hide the latency of two units, but few enough for the registers. All loops over them are
// unrolled, because an array that a loop indexes lives in memory. GCC 12 would still copy sums of integers to
// and from memory; an empty asm keeps them in registers.
constexpr int kWide = 20;    // of 32 registers
constexpr int kNarrow = 10;  // of 16

__attribute__((target("avx512f"))) float run_fma512(std::int64_t rounds) {
  __m512 sum[kWide];
#pragma GCC unroll 32
  for (int i = 0; i < kWide; ++i) sum[i] = _mm512_set1_ps(static_cast<float>(i));
  const __m512 factor = _mm512_set1_ps(0.5F);
  for (; rounds > 0; --rounds) {
#pragma GCC unroll 32
    for (int i = 0; i < kWide; ++i) sum[i] = _mm512_fmadd_ps(sum[i], factor, factor);
  }
#pragma GCC unroll 32
  for (int i = 1; i < kWide; ++i) sum[0] = _mm512_add_ps(sum[0], sum[i]);
  return _mm512_cvtss_f32(sum[0]);
}

__attribute__((target("avx512f,avx512vnni"))) float run_vnni512(std::int64_t rounds) {
  __m512i sum[kWide];
#pragma GCC unroll 32
  for (int i = 0; i < kWide; ++i) sum[i] = _mm512_set1_epi32(i);
  const __m512i bytes = _mm512_set1_epi8(1);
  for (; rounds > 0; --rounds) {
#pragma GCC unroll 32
    for (int i = 0; i < kWide; ++i) {
      sum[i] = _mm512_dpbusd_epi32(sum[i], bytes, bytes);
      asm("" : "+v"(sum[i]));
    }
  }
#pragma GCC unroll 32
  for (int i = 1; i < kWide; ++i) sum[0] = _mm512_add_epi32(sum[0], sum[i]);
  return _mm512_cvtss_f32(_mm512_castsi512_ps(sum[0]));
}

__attribute__((target("avx2,fma"))) float run_fma256(std::int64_t rounds) {
  __m256 sum[kNarrow];
#pragma GCC unroll 32
  for (int i = 0; i < kNarrow; ++i) sum[i] = _mm256_set1_ps(static_cast<float>(i));
  const __m256 factor = _mm256_set1_ps(0.5F);
  for (; rounds > 0; --rounds) {
#pragma GCC unroll 32
    for (int i = 0; i < kNarrow; ++i) sum[i] = _mm256_fmadd_ps(sum[i], factor, factor);
  }
#pragma GCC unroll 32
  for (int i = 1; i < kNarrow; ++i) sum[0] = _mm256_add_ps(sum[0], sum[i]);
  return _mm256_cvtss_f32(sum[0]);
}

/// Without VNNI, three instructions do the work of one. The first of them takes the sum as input, so that its
/// result is not the same in every round.
__attribute__((target("avx2"))) float run_bytes256(std::int64_t rounds) {
  __m256i sum[kNarrow];
#pragma GCC unroll 32
  for (int i = 0; i < kNarrow; ++i) sum[i] = _mm256_set1_epi32(i);
  const __m256i bytes = _mm256_set1_epi8(1);
  const __m256i ones = _mm256_set1_epi16(1);
  for (; rounds > 0; --rounds) {
#pragma GCC unroll 32
    for (int i = 0; i < kNarrow; ++i) {
      const __m256i pairs = _mm256_maddubs_epi16(sum[i], bytes);
      sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(pairs, ones));
      asm("" : "+v"(sum[i]));
    }
  }
#pragma GCC unroll 32
  for (int i = 1; i < kNarrow; ++i) sum[0] = _mm256_add_epi32(sum[0], sum[i]);
  return _mm256_cvtss_f32(_mm256_castsi256_ps(sum[0]));
}

#endif

constexpr int kPlain = 64;  // chains of single numbers; the compiler makes vectors of them

float run_plain_floats(std::int64_t rounds) {
  float sum[kPlain];
  for (int i = 0; i < kPlain; ++i) sum[i] = static_cast<float>(i);
  for (; rounds > 0; --rounds) {
    for (int i = 0; i < kPlain; ++i) sum[i] = sum[i] * 0.5F + 0.5F;
  }
  return *std::max_element(sum, sum + kPlain);
}

float run_plain_bytes(std::int64_t rounds) {
  std::uint32_t sum[kPlain];
  for (int i = 0; i < kPlain; ++i) sum[i] = static_cast<std::uint32_t>(i);
  for (; rounds > 0; --rounds) {
    for (int i = 0; i < kPlain; ++i) sum[i] += (sum[i] & 0xFF) * 3U;
  }
  return static_cast<float>(*std::max_element(sum, sum + kPlain));
}

Chains float_chains() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0) return {"AVX-512 FMA", kWide * 16 * 2.0, run_fma512};
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) {
    return {"AVX2 FMA", kNarrow * 8 * 2.0, run_fma256};
  }
#endif
  return {"multiply and add", kPlain * 2.0, run_plain_floats};
}

Chains byte_chains() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0) {
    return {"AVX-512 VNNI", kWide * 64 * 2.0, run_vnni512};
  }
  if (__builtin_cpu_supports("avx2") != 0) return {"AVX2 multiply-add", kNarrow * 32 * 2.0, run_bytes256};
#endif
  return {"multiply and add", kPlain * 2.0, run_plain_bytes};
}

/// The time of this thread alone: another thread on its core makes it wait, but that does not count as time.
double processor_seconds() {
  timespec now{};
  CERTUS_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The best of several measurements on each thread, summed over the threads.
double best_rate(const Chains& chains, ThreadPool& pool) {
  constexpr double kSeconds = 0.002;
  constexpr int kTries = 10;
  std::vector<double> rates(static_cast<std::size_t>(pool.size()));
  std::vector<float> results(rates.size());  // a result that is not kept might not be computed at all
  pool.run([&](int worker) {
    const auto seconds_of = [&](std::int64_t rounds) {
      const double begin = processor_seconds();
      results[static_cast<std::size_t>(worker)] = chains.run(rounds);
      return processor_seconds() - begin;
    };
    std::int64_t rounds = 1000;
    while (seconds_of(rounds) < kSeconds) rounds *= 2;
    double least = seconds_of(rounds);
    for (int i = 1; i < kTries; ++i) least = std::min(least, seconds_of(rounds));
    rates[static_cast<std::size_t>(worker)] = static_cast<double>(rounds) * chains.ops_per_round / least;
  });
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

}  // namespace

PeakRate measure_peak_rate(int threads) {
  CERTUS_CHECK(threads >= 1);
  ThreadPool pool(threads);
  const Chains floats = float_chains();
  const Chains bytes = byte_chains();
  return {.float_ops = best_rate(floats, pool),
          .byte_ops = best_rate(bytes, pool),
          .float_instruction = floats.instruction,
          .byte_instruction = bytes.instruction};
}

}  // namespace certus
