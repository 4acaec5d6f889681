#include "certus/noise/generator.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "certus/noise/chacha20.h"
#include "certus/noise/gaussian_kernels.h"
#include "certus/noise/keyed_bits.h"

namespace certus {
namespace {

constexpr NoiseKey kKey{.seed = 0x1122334455667788, .image = 0xab01020304, .purpose = Purpose::kPredict};
constexpr std::uint64_t kSample = 0xcd05060708;

std::vector<std::uint32_t> words(Generator generator, WordStream stream, std::uint64_t first,
                                 std::size_t count) {
  std::vector<std::uint32_t> out(count);
  fill_words(generator, kKey, kSample, stream, first, out);
  return out;
}

TEST(Generator, PhiloxWordsAreTheKeyedBits) {
  const auto found = words(Generator::kPhilox, WordStream::kFirst, 16, 201);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], keyed_bits(kKey, kSample, 16 + i)) << i;
}

TEST(Generator, EveryKernelGivesTheSamePhiloxWords) {
  for (const NoiseKernel kernel : supported_noise_kernels()) {
    for (const std::size_t count : {0U, 1U, 31U, 32U, 97U, 500U}) {
      std::vector<std::uint32_t> found(count);
      philox_words(kernel, kKey, kSample, WordStream::kMore, 32, found);
      for (std::size_t i = 0; i < count; ++i) {
        const PhiloxInput input =
            philox_input(kKey, kSample, static_cast<std::uint32_t>(8 + i / 4), WordStream::kMore);
        EXPECT_EQ(found[i], philox4x32(input.counter, input.key)[i % 4]) << noise_kernel_name(kernel) << i;
      }
    }
  }
}

TEST(Generator, ChachaIsLaidOutAsDocumented) {
  std::vector<std::uint32_t> expected(40);
  chacha20_words({0x55667788, 0x11223344}, 3, {0x05060708, 0x01020304, 0x0106abcd}, expected);
  EXPECT_EQ(words(Generator::kChacha20, WordStream::kMore, 48, 40), expected);
}

TEST(Generator, StreamsAndGeneratorsShareNoWord) {
  std::set<std::uint32_t> seen;
  for (const Generator generator : {Generator::kPhilox, Generator::kChacha20}) {
    for (const WordStream stream : {WordStream::kFirst, WordStream::kMore}) {
      for (const std::uint32_t word : words(generator, stream, 0, 100)) seen.insert(word);
    }
  }
  EXPECT_EQ(seen.size(), 400U);
}

}  // namespace
}  // namespace certus
