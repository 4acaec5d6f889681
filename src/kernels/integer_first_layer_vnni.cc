#include "certus/kernels/integer_first_layer_vnni.h"

#include <immintrin.h>

#include <cstring>

namespace certus {
namespace {

constexpr std::int64_t kLanes = 16;  // 32-bit numbers of a vector
constexpr std::size_t kLaneCount = kLanes;
constexpr std::int64_t kPixelGroup = 32;  // pixels quantized at once: 16-bit numbers of a vector

/// A vector of 16-bit numbers in memory.
struct alignas(64) Words {
  std::int16_t of[kPixelGroup];
};

/// A mask with the lowest `count` bits set, or with all bits if there are fewer.
inline __mmask32 lowest(std::int64_t count) {
  return count >= 32 ? ~__mmask32{0} : count <= 0 ? __mmask32{0} : (__mmask32{1} << count) - 1;
}

/// How to quantize a channel.
struct Quantizer {
  __m512 scale, offset, limit;
  Quantizer(const FirstLayerTask& task, std::int64_t channel)
      : scale(_mm512_set1_ps(task.scale[channel])),
        offset(_mm512_set1_ps(task.offset[channel])),
        limit(_mm512_set1_ps(task.limit)) {}

  __m512i operator()(__m512 x) const {
    const __m512 value = _mm512_add_ps(_mm512_mul_ps(x, scale), offset);
    // If an operand is NaN, the instruction returns the second one. The limits are integers, so clamping
    // may precede rounding.
    const __m512 low = _mm512_sub_ps(_mm512_setzero_ps(), limit);
    return _mm512_cvtps_epi32(_mm512_min_ps(_mm512_max_ps(value, low), limit));
  }
  /// The first 32 of `count` pixels as 16-bit numbers.
  __m512i pixels(const float* x, std::int64_t count) const {
    const __mmask32 mask = lowest(count);
    const __m512i left = (*this)(_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), x));
    const __m512i right = (*this)(_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16), x + kLanes));
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(left)),
                              _mm512_cvtepi32_epi16(right), 1);
  }
};

/// Writes the first `count` numbers, or all.
inline void store(std::int16_t* to, __m512i values, std::int64_t count) {
  if (count >= kPixelGroup) {
    _mm512_storeu_si512(to, values);
  } else {
    _mm512_mask_storeu_epi16(to, lowest(count), values);
  }
}

/// Number `part * 32 + i` of the interleaved numbers comes from the planes a, b, c of 32 pixels, which lie
/// one after the other. This is its place there: for a and b as one pair of vectors, and for c.
struct Interleaving {
  Words of_a_and_b[3] = {}, of_c[3] = {};
  __mmask32 is_c[3] = {};
  constexpr Interleaving() {
    for (int part = 0; part < 3; ++part) {
      for (int i = 0; i < kPixelGroup; ++i) {
        const int number = part * static_cast<int>(kPixelGroup) + i;
        const int pixel = number / 3, channel = number % 3;
        of_a_and_b[part].of[i] = static_cast<std::int16_t>(channel == 1 ? pixel + 32 : pixel);
        of_c[part].of[i] = static_cast<std::int16_t>(pixel);
        if (channel == 2) is_c[part] |= __mmask32{1} << i;
      }
    }
  }
};
constexpr Interleaving kInterleaving;

void quantize_three_channels(const FirstLayerTask& task, const float* x, std::int16_t* image) {
  const Quantizer a(task, 0), b(task, 1), c(task, 2);
  const std::int64_t plane = task.height * task.width;
  for (std::int64_t row = 0; row < task.height; ++row) {
    const float* from = x + row * task.width;
    std::int16_t* to = image + task.first + row * task.row_length;
    for (std::int64_t p = 0; p < task.width; p += kPixelGroup) {
      const std::int64_t left = task.width - p;
      const __m512i of_a = a.pixels(from + p, left), of_b = b.pixels(from + plane + p, left),
                    of_c = c.pixels(from + 2 * plane + p, left);
      for (std::int64_t part = 0; part < 3; ++part) {
        const __m512i mixed =
            _mm512_permutex2var_epi16(of_a, _mm512_load_si512(&kInterleaving.of_a_and_b[part]), of_b);
        store(to + 3 * p + part * kPixelGroup,
              _mm512_mask_permutexvar_epi16(mixed, kInterleaving.is_c[part],
                                            _mm512_load_si512(&kInterleaving.of_c[part]), of_c),
              3 * left - part * kPixelGroup);
      }
    }
  }
}

void quantize_any_channels(const FirstLayerTask& task, const float* x, std::int16_t* image) {
  for (std::int64_t channel = 0; channel < task.channels; ++channel) {
    const Quantizer quantizer(task, channel);
    for (std::int64_t row = 0; row < task.height; ++row) {
      const float* from = x + (channel * task.height + row) * task.width;
      std::int16_t* to = image + task.first + row * task.row_length + channel;
      for (std::int64_t p = 0; p < task.width; p += kPixelGroup) {
        const std::int64_t left = task.width - p;
        const __m512i values = quantizer.pixels(from + p, left);
        if (task.channels == 1) {
          store(to + p, values, left);
          continue;
        }
        Words words;
        _mm512_store_si512(&words, values);
        for (std::int64_t i = 0; i < kPixelGroup && i < left; ++i) to[(p + i) * task.channels] = words.of[i];
      }
    }
  }
}

/// 16 bytes of each of four vectors, one after the other.
template <bool kSigned>
inline __m512i four_to_bytes(__m512i a, __m512i b, __m512i c, __m512i d) {
  const __m512i low = _mm512_packs_epi32(a, b), high = _mm512_packs_epi32(c, d);
  const __m512i bytes = kSigned ? _mm512_packs_epi16(low, high) : _mm512_packus_epi16(low, high);
  // Packing works within 128 bits: each group of 128 bits then holds four bytes of each of the four vectors.
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm512_permutexvar_epi32(order, bytes);
}

/// The outputs of kBlocks blocks of channels, starting with `block`, for kPixels windows, of which `count`
/// exist. The first window is at x.
template <std::size_t kBlocks, std::size_t kPixels, bool kSigned>
inline void convolve_pixels(const FirstLayerTask& task, std::int64_t block, const std::int16_t* x,
                            std::int64_t count, std::uint8_t* y) {
  const std::int64_t first_channel = block * kLanes;
  __m512i sum[kPixels][kBlocks];
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const __m512i bias = _mm512_load_si512(task.bias + first_channel + b * kLaneCount);
    for (std::size_t p = 0; p < kPixels; ++p) sum[p][b] = bias;
  }
  // From each pointer, the next two windows are reached with the offsets that an address can encode; one
  // pointer per window would need too many registers.
  constexpr std::size_t kPointers = (kPixels + 2) / 3;
  const auto step = static_cast<std::size_t>(task.column_stride);
  const std::int16_t* weight = task.weight + 2 * first_channel;
  for (std::int64_t row = 0; row < task.window_rows; ++row) {
    const std::int16_t* from[kPointers];
    for (std::size_t i = 0; i < kPointers; ++i) from[i] = x + row * task.window_row_step + 3 * i * step;
    for (std::int64_t pair = 0; pair < task.pairs; ++pair) {
      __m512i weights[kBlocks];
#pragma GCC unroll 4
      for (std::size_t b = 0; b < kBlocks; ++b) weights[b] = _mm512_load_si512(weight + 2 * kLaneCount * b);
#pragma GCC unroll 16
      for (std::size_t p = 0; p < kPixels; ++p) {
        std::int32_t numbers;
        std::memcpy(&numbers, from[p / 3] + (p % 3) * step, sizeof numbers);
#pragma GCC unroll 4
        for (std::size_t b = 0; b < kBlocks; ++b) {
          sum[p][b] = _mm512_dpwssd_epi32(sum[p][b], weights[b], _mm512_set1_epi32(numbers));
        }
      }
      weight += 2 * task.blocks * kLanes;
      for (std::size_t i = 0; i < kPointers; ++i) from[i] += 2;
    }
  }

  constexpr std::size_t kVectors = kBlocks * kPixels;
  __m512i results[kVectors];
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const __m512i shift = _mm512_load_si512(task.shift + first_channel + b * kLaneCount);
    for (std::size_t p = 0; p < kPixels; ++p) results[p * kBlocks + b] = _mm512_srav_epi32(sum[p][b], shift);
  }
  const bool is_whole = count >= std::int64_t{kPixels} && task.out_channels == std::int64_t{kBlocks} * kLanes;
  for (std::size_t i = 0; i < kVectors; i += 4) {
    const __m512i bytes = four_to_bytes<kSigned>(results[i], results[i + 1], results[i + 2], results[i + 3]);
    if (is_whole) {
      _mm512_storeu_si512(y + i * kLaneCount, bytes);
      continue;
    }
    alignas(64) std::uint8_t parts[4][kLanes];
    _mm512_store_si512(parts, bytes);
    for (std::size_t part = 0; part < 4; ++part) {
      const auto pixel = static_cast<std::int64_t>((i + part) / kBlocks);
      const auto channel = first_channel + static_cast<std::int64_t>((i + part) % kBlocks) * kLanes;
      if (pixel >= count) return;
      _mm_mask_storeu_epi8(y + pixel * task.out_channels + channel,
                           static_cast<__mmask16>(lowest(task.out_channels - channel)),
                           _mm_load_si128(reinterpret_cast<const __m128i*>(parts[part])));
    }
  }
}

/// A row of the output, for kBlocks blocks of channels, starting with `block`.
template <std::size_t kBlocks, bool kSigned>
void convolve_row(const FirstLayerTask& task, std::int64_t block, const std::int16_t* x, std::uint8_t* y) {
  constexpr std::size_t kPixels = kFirstLayerVectors / kBlocks;
  for (std::int64_t p = 0; p < task.out_width; p += std::int64_t{kPixels}) {
    convolve_pixels<kBlocks, kPixels, kSigned>(task, block, x + p * task.column_stride, task.out_width - p,
                                               y + p * task.out_channels);
  }
}

template <bool kSigned>
void convolve_image(const FirstLayerTask& task, const std::int16_t* image, std::uint8_t* y) {
  for (std::int64_t row = 0; row < task.out_height; ++row) {
    const std::int16_t* from = image + row * task.row_stride;
    std::uint8_t* to = y + row * task.out_width * task.out_channels;
    std::int64_t block = 0;
    for (; block + 4 <= task.blocks; block += 4) convolve_row<4, kSigned>(task, block, from, to);
    for (; block + 2 <= task.blocks; block += 2) convolve_row<2, kSigned>(task, block, from, to);
    for (; block < task.blocks; ++block) convolve_row<1, kSigned>(task, block, from, to);
  }
}

}  // namespace

void quantize_image_vnni(const FirstLayerTask& task, const float* x, std::int16_t* image) {
  if (task.channels == 3) {
    quantize_three_channels(task, x, image);
  } else {
    quantize_any_channels(task, x, image);
  }
}

void convolve_image_vnni(const FirstLayerTask& task, const std::int16_t* image, std::uint8_t* y) {
  if (task.output_is_signed) {
    convolve_image<true>(task, image, y);
  } else {
    convolve_image<false>(task, image, y);
  }
}

}  // namespace certus
