#include "certus/base/sha256.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "certus/base/error.h"

namespace certus {
namespace {

alignas(16) constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

void compress_portable(State& state, const unsigned char* block, std::size_t blocks) {
  using std::rotr;
  for (; blocks > 0; --blocks, block += 64) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t t = 0; t < 16; ++t) {
      std::uint32_t word = 0;
      for (std::size_t i = 0; i < 4; ++i) word = word << 8 | block[4 * t + i];
      w[t] = word;
    }
    for (std::size_t t = 16; t < 64; ++t) {
      const std::uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
      const std::uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t t = 0; t < 64; ++t) {
      const std::uint32_t t1 =
          h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRound[t] + w[t];
      const std::uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const State step{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += step[i];
  }
}

#if defined(__x86_64__)

/// The same with the SHA extensions of the processor, about six times as fast.
__attribute__((target("sha,sse4.1"))) void compress_sha_ni(State& state, const unsigned char* block,
                                                           std::size_t blocks) {
  const auto load = [](const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); };
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions want the state as (A, B, E, F) and (C, D, G, H), high word first.
  const __m128i dcba = load(&state[0]);
  const __m128i hgfe = load(&state[4]);
  const __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; blocks > 0; --blocks, block += 64) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (std::size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(block + 16 * i), big_endian);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < 16; ++i) {  // four rounds each
      const __m128i wk = _mm_add_epi32(w[i % 4], load(&kRound[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0E));
      if (i < 12) {  // w[i + 4] = sigma1(w[-2]) + w[-7] + sigma0(w[-15]) + w[-16]
        const __m128i w7 = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]), w7);
        w[i % 4] = _mm_sha256msg2_epu32(sum, w[(i + 3) % 4]);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[0]), _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[4]), _mm_alignr_epi8(dchg, feba, 8));
}

bool has_sha_ni() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & (1U << 29)) != 0 &&
         __builtin_cpu_supports("sse4.1");
}

#endif

void compress(Sha256::Kernel kernel, State& state, const unsigned char* block, std::size_t blocks) {
#if defined(__x86_64__)
  static const bool quick = has_sha_ni();
  if (quick && kernel == Sha256::Kernel::kQuickest) {
    compress_sha_ni(state, block, blocks);
    return;
  }
#else
  static_cast<void>(kernel);
#endif
  compress_portable(state, block, blocks);
}

}  // namespace

Sha256& Sha256::update(std::string_view bytes) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t size = bytes.size();
  const auto pending = static_cast<std::size_t>(length_ % 64);
  length_ += size;
  if (pending > 0) {
    const std::size_t taken = std::min(size, 64 - pending);
    std::copy_n(data, taken, block_.begin() + static_cast<std::ptrdiff_t>(pending));
    data += taken;
    size -= taken;
    if (pending + taken < 64) return *this;
    compress(kernel_, state_, block_.data(), 1);
  }
  compress(kernel_, state_, data, size / 64);
  std::copy_n(data + size / 64 * 64, size % 64, block_.begin());
  return *this;
}

std::string Sha256::hex() const {
  Sha256 last = *this;
  const std::uint64_t bits = length_ * 8;
  std::string padding(1 + (119 - length_ % 64) % 64, '\0');
  padding[0] = '\x80';
  for (int shift = 56; shift >= 0; shift -= 8) padding += static_cast<char>(bits >> shift & 0xff);
  last.update(padding);
  std::string text;
  for (const std::uint32_t word : last.state_) {
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 0xf];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return Sha256().update(bytes).hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(ErrorKind::kFile, path, ": cannot be opened: ", std::string_view(std::strerror(errno)));
  Sha256 hash;
  std::vector<char> buffer(1 << 18);
  ssize_t got = 0;
  do {
    got = ::read(file, buffer.data(), buffer.size());
    if (got > 0) hash.update({buffer.data(), static_cast<std::size_t>(got)});
  } while (got > 0 || (got < 0 && errno == EINTR));
  const int error = errno;
  ::close(file);
  if (got < 0) fail(ErrorKind::kFile, path, ": cannot be read: ", std::string_view(std::strerror(error)));
  return hash.hex();
}

}  // namespace certus
