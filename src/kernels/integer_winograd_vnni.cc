#include "certus/kernels/integer_winograd_vnni.h"

#include <immintrin.h>

#include <algorithm>

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;

// Tiles are multiplied four at a time. At the six points of a column they have 24 sums, which stay in
// registers while A^T is applied to them. That halves the amount of data that is written and read again.
constexpr std::int64_t kQuad = 4;
constexpr std::int64_t kQuadStride = 6 * kQuad * kLanes;  // row of points, tile, channel

/// How a group of tiles that are transformed together lies in scratch. Strides are in elements and
/// known at compile time. Those of columns are not multiples of 4 kB, because a tile is written to all
/// columns at once.
template <std::int64_t kTiles>
struct Group {
  static constexpr std::int64_t kSize = kTiles;
  /// Inputs at points: block of 16 channels, column of points, quad.
  static constexpr std::int64_t kColumn = kTiles / kQuad * kQuadStride + 32, kBlock = 6 * kColumn;
  /// Half-transformed sums of 16 outputs: column of points, tile, row of results.
  static constexpr std::int64_t kHalf = kTiles * 4 * kLanes + 16;
};
using SmallGroup = Group<kQuad>;
using LargeGroup = Group<32>;

/// As few tiles as possible, so that their values stay in L1; more if the weights come from memory.
bool groups_are_large(const IntegerWinogradTask& task) {
  return task.in * task.out > std::int64_t{256} * 256;
}

/// Where a tile lies.
struct Tile {
  std::int64_t image, top, left;
};

Tile next_tile(const IntegerWinogradTask& task, Tile tile) {
  tile.left += 4;
  if (tile.left >= task.width) {
    tile.left = 0;
    tile.top += 4;
  }
  if (tile.top >= task.height) {
    tile.top = 0;
    ++tile.image;
  }
  return tile;
}

/// 16-bit values of 16 or 32 channels.
template <std::size_t kChannels>
struct Channels {
  typedef std::int16_t Words __attribute__((vector_size(2 * kChannels)));
};
template <std::size_t kChannels>
using Words = typename Channels<kChannels>::Words;

template <std::size_t kChannels, bool kSigned>
inline Words<kChannels> widened(const std::uint8_t* from) {
  if constexpr (kChannels == 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    return reinterpret_cast<Words<32>>(kSigned ? _mm512_cvtepi8_epi16(bytes) : _mm512_cvtepu8_epi16(bytes));
  } else {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return reinterpret_cast<Words<16>>(kSigned ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes));
  }
}

inline void store_block(__m256i words, std::int16_t* to) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(to), words);
}
template <typename G>
inline void store_blocks(Words<16> words, std::int16_t* to) {
  store_block(reinterpret_cast<__m256i>(words), to);
}
template <typename G>
inline void store_blocks(Words<32> words, std::int16_t* to) {
  const auto both = reinterpret_cast<__m512i>(words);
  store_block(_mm512_castsi512_si256(both), to);
  store_block(_mm512_extracti64x4_epi64(both, 1), to + G::kBlock);
}

/// B^T d: from six values at the positions of a tile to six values at its points.
template <typename T>
inline void to_points(const T (&d)[6], T (&out)[6]) {
  const T even_1 = d[4] - (d[2] << 2), odd_1 = d[3] - (d[1] << 2);
  const T even_2 = d[4] - d[2], half_2 = d[3] - d[1], odd_2 = half_2 + half_2;
  out[0] = ((d[0] - d[2]) << 2) + even_2;
  out[1] = even_1 + odd_1;
  out[2] = even_1 - odd_1;
  out[3] = even_2 + odd_2;
  out[4] = even_2 - odd_2;
  out[5] = (d[5] - d[3]) - (odd_2 + odd_2);
}

/// Transforms kChannels channels of the 6x6 inputs of a tile; pixels outside the image are zero.
template <typename G, std::size_t kChannels, bool kSigned, bool kInside>
void gather_channels(const IntegerWinogradTask& task, const std::uint8_t* image, const Tile& tile,
                     std::int16_t* points) {
  using T = Words<kChannels>;
  const std::uint8_t* from = image + ((tile.top - 1) * task.width + tile.left - 1) * task.in;
  T half[6][6];  // by column, then row of points
#pragma GCC unroll 6
  for (std::int64_t column = 0; column < 6; ++column) {
    const std::int64_t left = tile.left + column - 1;
    const bool column_exists = left >= 0 && left < task.width;
    T d[6];
#pragma GCC unroll 6
    for (std::int64_t row = 0; row < 6; ++row) {
      const std::int64_t top = tile.top + row - 1;
      const bool exists = kInside || (column_exists && top >= 0 && top < task.height);
      d[row] = exists ? widened<kChannels, kSigned>(from + (row * task.width + column) * task.in) : T{};
    }
    to_points(d, half[column]);
  }
#pragma GCC unroll 6
  for (std::int64_t i = 0; i < 6; ++i) {
    const T d[6] = {half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]};
    T out[6];
    to_points(d, out);
#pragma GCC unroll 6
    for (std::int64_t j = 0; j < 6; ++j)
      store_blocks<G>(out[j], points + j * G::kColumn + i * kQuad * kLanes);
  }
}

template <typename G, bool kSigned, bool kInside>
void gather_tile(const IntegerWinogradTask& task, const std::uint8_t* image, const Tile& tile,
                 std::int16_t* points) {
  std::int64_t block = 0;
  for (; (block + 2) * kLanes <= task.in; block += 2)
    gather_channels<G, 32, kSigned, kInside>(task, image + block * kLanes, tile, points + block * G::kBlock);
  if (block * kLanes < task.in)
    gather_channels<G, 16, kSigned, kInside>(task, image + block * kLanes, tile, points + block * G::kBlock);
}

template <typename G, bool kSigned>
void gather(const IntegerWinogradTask& task, const std::uint8_t* x, const Tile& tile, std::int16_t* points) {
  const std::uint8_t* image = x + tile.image * task.height * task.width * task.in;
  const bool inside =
      tile.top > 0 && tile.left > 0 && tile.top + 5 <= task.height && tile.left + 5 <= task.width;
  if (inside) {
    gather_tile<G, kSigned, true>(task, image, tile, points);
  } else {
    gather_tile<G, kSigned, false>(task, image, tile, points);
  }
}

/// A^T m: from six values at points to four results; the last point has the factor 8 that g leaves to it.
inline void to_results(const __m512i (&m)[6], __m512i (&out)[4]) {
  const __m512i sum_1 = _mm512_add_epi32(m[1], m[2]), odd_1 = _mm512_sub_epi32(m[1], m[2]);
  const __m512i sum_2 = _mm512_add_epi32(m[3], m[4]), odd_2 = _mm512_sub_epi32(m[3], m[4]);
  out[0] = _mm512_add_epi32(m[0], _mm512_add_epi32(sum_1, sum_2));
  out[1] = _mm512_add_epi32(odd_1, _mm512_add_epi32(odd_2, odd_2));
  out[2] = _mm512_add_epi32(sum_1, _mm512_slli_epi32(sum_2, 2));
  out[3] = _mm512_add_epi32(odd_1, _mm512_slli_epi32(_mm512_add_epi32(odd_2, m[5]), 3));
}

struct Pair {
  std::int16_t of[2];
};

/// sum += products of a pair of inputs with their weights for 16 outputs. Written in assembly, because GCC 12
/// does not fold the broadcast into the instruction and then runs out of registers for the sums.
inline void add_products(const std::int16_t* pair, __m512i weights, __m512i& sum) {
  asm("vpdpwssd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(weights), "m"(*reinterpret_cast<const Pair*>(pair)));
}

/// Multiplies a quad at a column of points with the weights of 16 outputs and applies A^T to the column.
/// `start` is the initial value of the sums at row 1 of the points. This is a separate function because GCC
/// 12 keeps the sums in memory when it is inlined.
template <typename G>
[[gnu::noinline]] void multiply_column(const std::int16_t* points, std::int64_t in,
                                       const std::int16_t* weight, __m512i start, std::int32_t* half) {
  __m512i sum[4][6];
#pragma GCC unroll 4
  for (int t = 0; t < 4; ++t) {
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) sum[t][i] = i == 1 ? start : _mm512_setzero_si512();
  }
  for (std::int64_t channel = 0; channel < in; channel += kLanes) {
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) {
        const __m512i weights = _mm512_load_si512(weight);
        weight += 2 * kLanes;
#pragma GCC unroll 4
        for (int t = 0; t < 4; ++t)
          add_products(points + (i * kQuad + t) * kLanes + std::int64_t{2} * k, weights, sum[t][i]);
      }
    }
    points += G::kBlock;
  }
#pragma GCC unroll 4
  for (int t = 0; t < 4; ++t) {
    __m512i out[4];
    to_results(sum[t], out);
#pragma GCC unroll 4
    for (int row = 0; row < 4; ++row) _mm512_store_si512(half + (t * 4 + row) * kLanes, out[row]);
  }
}

/// Four pixels of 16 channels, `step` bytes apart. `count` of the pixels exist.
inline __m512i load_pixels(const std::uint8_t* from, std::int64_t step, std::int64_t count) {
  if (step == kLanes && count == 4) return _mm512_loadu_si512(from);
  const auto pixel = [&](std::int64_t i) {
    return i < count ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * step))
                     : _mm_setzero_si128();
  };
  const __m512i first = _mm512_inserti32x4(_mm512_castsi128_si512(pixel(0)), pixel(1), 1);
  return _mm512_inserti32x4(_mm512_inserti32x4(first, pixel(2), 2), pixel(3), 3);
}

inline void store_pixels(__m512i pixels, std::uint8_t* to, std::int64_t step, std::int64_t count) {
  if (step == kLanes && count == 4) {
    _mm512_storeu_si512(to, pixels);
    return;
  }
  const auto store = [&](std::int64_t i, __m128i pixel) {
    if (i < count) _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i * step), pixel);
  };
  store(0, _mm512_castsi512_si128(pixels));
  store(1, _mm512_extracti32x4_epi32(pixels, 1));
  store(2, _mm512_extracti32x4_epi32(pixels, 2));
  store(3, _mm512_extracti32x4_epi32(pixels, 3));
}

/// Packing 32 to 16 to 8 bits works within lanes of 128 bits. It leaves in every lane a quarter of the
/// channels of four pixels. This is their place among four pixels of 16 channels.
alignas(64) constexpr std::int32_t kUnpackedPlace[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                         2, 6, 10, 14, 3, 7, 11, 15};

/// Where the bytes of four pixels go, so that the even bytes of a lane belong to the first two pixels and the
/// odd bytes to the last two, in the order that packing 32 to 16 bits leaves.
struct alignas(64) ResidualPlace {
  std::uint8_t from[64] = {};
  constexpr ResidualPlace() {
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned lane = i / 16, word = i % 16 / 2, pixel = word / 4 + i % 2 * 2;
      from[i] = static_cast<std::uint8_t>(pixel * 16 + lane * 4 + word % 4);
    }
  }
};
constexpr ResidualPlace kResidualPlace;

/// Results of a tile for 16 outputs. The residual is added in 16 bits, after a part of the shift s has been
/// applied to the sum. With residual shift q, d = max(-q, 0) and u = max(q, 0):
///
///   (sum + residual * 2^(s + q)) >> s  =  ((sum >> (s - d)) + residual * 2^u) >> d
///
/// because s + q = s - d + u. Where 16 bits saturate, the result saturates in 8 bits as well: the residual
/// changes the 2^15 at which they saturate by less than 2^14, and d is at most 6.
template <typename G, bool kResidual>
void scatter(const IntegerWinogradTask& task, const std::int32_t* half, const std::int32_t* shifts,
             const Tile& tile, const std::uint8_t* residual, std::uint8_t* y) {
  const __m512i inverse_of_9 = _mm512_set1_epi32(0x38E38E39);
  const __m512i shift = _mm512_load_si512(shifts);
  const __m512i unpacked_place = _mm512_load_si512(kUnpackedPlace);
  const __m512i residual_place = _mm512_load_si512(kResidualPlace.from);
  const auto factor = static_cast<std::int16_t>(1 << std::max(task.residual_shift, 0));
  const __m512i first_two = _mm512_set1_epi16(factor), last_two = _mm512_slli_epi16(first_two, 8);
  const __m128i down = _mm_cvtsi32_si128(-std::min(task.residual_shift, 0));
  const std::int64_t rows = std::min<std::int64_t>(4, task.height - tile.top);
  const std::int64_t columns = std::min<std::int64_t>(4, task.width - tile.left);
  for (std::int64_t row = 0; row < rows; ++row) {
    __m512i m[6], out[4];
#pragma GCC unroll 6
    for (std::int64_t j = 0; j < 6; ++j) m[j] = _mm512_load_si512(half + j * G::kHalf + row * kLanes);
    to_results(m, out);
#pragma GCC unroll 4
    for (__m512i& pixel : out) pixel = _mm512_srav_epi32(_mm512_mullo_epi32(pixel, inverse_of_9), shift);
    __m512i low = _mm512_packs_epi32(out[0], out[1]), high = _mm512_packs_epi32(out[2], out[3]);
    const std::int64_t at = ((tile.image * task.height + tile.top + row) * task.width + tile.left) * task.out;
    if constexpr (kResidual) {
      const __m512i bytes =
          _mm512_permutexvar_epi8(residual_place, load_pixels(residual + at, task.out, columns));
      // The first factor of vpmaddubsw is unsigned, the second signed; the power of two fits either.
      const bool is_signed = task.residual_is_signed;
      low = _mm512_adds_epi16(
          low, is_signed ? _mm512_maddubs_epi16(first_two, bytes) : _mm512_maddubs_epi16(bytes, first_two));
      high = _mm512_adds_epi16(
          high, is_signed ? _mm512_maddubs_epi16(last_two, bytes) : _mm512_maddubs_epi16(bytes, last_two));
    }
    if (task.residual_shift < 0) {
      low = _mm512_sra_epi16(low, down);
      high = _mm512_sra_epi16(high, down);
    }
    const __m512i bytes =
        task.output_is_signed ? _mm512_packs_epi16(low, high) : _mm512_packus_epi16(low, high);
    store_pixels(_mm512_permutexvar_epi32(unpacked_place, bytes), y + at, task.out, columns);
  }
}

template <typename G>
std::size_t scratch_bytes(const IntegerWinogradTask& task) {
  return static_cast<std::size_t>(task.in / kLanes * G::kBlock) * sizeof(std::int16_t) +
         static_cast<std::size_t>(6 * G::kHalf) * sizeof(std::int32_t);
}

template <typename G>
void run(const IntegerWinogradTask& task, std::int64_t images, const std::uint8_t* x,
         const std::uint8_t* residual, std::uint8_t* y, std::byte* scratch) {
  const std::int64_t total = images * ((task.height + 3) / 4) * ((task.width + 3) / 4);
  auto* points = reinterpret_cast<std::int16_t*>(scratch);
  auto* half = reinterpret_cast<std::int32_t*>(points + task.in / kLanes * G::kBlock);
  const auto gather_any = task.input_is_signed ? gather<G, true> : gather<G, false>;
  const auto scatter_any = residual != nullptr ? scatter<G, true> : scatter<G, false>;
  Tile next{0, 0, 0};
  for (std::int64_t first = 0; first < total; first += G::kSize) {
    const std::int64_t tiles = std::min(G::kSize, total - first);
    Tile group[G::kSize];
    for (std::int64_t t = 0; t < tiles; ++t) {
      group[t] = next;
      next = next_tile(task, next);
      gather_any(task, x, group[t], points + t / kQuad * kQuadStride + t % kQuad * kLanes);
    }
    for (std::int64_t block = 0; block < task.out; block += kLanes) {
      for (std::int64_t j = 0; j < 6; ++j) {
        const std::int16_t* weight = task.weight + (block * 6 + j * kLanes) * 6 * task.in;
        const __m512i start = j == 1 ? _mm512_load_si512(task.bias + block) : _mm512_setzero_si512();
        // The last quad may have places without a tile: their content is multiplied, but the result
        // is never used.
        for (std::int64_t t = 0; t < tiles; t += kQuad)
          multiply_column<G>(points + j * G::kColumn + t / kQuad * kQuadStride, task.in, weight, start,
                             half + j * G::kHalf + t * 4 * kLanes);
      }
      for (std::int64_t t = 0; t < tiles; ++t)
        scatter_any(task, half + t * 4 * kLanes, task.shift + block, group[t],
                    residual == nullptr ? nullptr : residual + block, y + block);
    }
  }
}

}  // namespace

std::size_t integer_winograd_scratch_bytes(const IntegerWinogradTask& task) {
  return groups_are_large(task) ? scratch_bytes<LargeGroup>(task) : scratch_bytes<SmallGroup>(task);
}

void integer_winograd_run(const IntegerWinogradTask& task, std::int64_t images, const std::uint8_t* x,
                          const std::uint8_t* residual, std::uint8_t* y, std::byte* scratch) {
  const auto run_any = groups_are_large(task) ? run<LargeGroup> : run<SmallGroup>;
  run_any(task, images, x, residual, y, scratch);
}

}  // namespace certus
