#include "certus/noise/grid_gaussian.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "certus/base/error.h"
#include "certus/noise/grid_kernel_generic.h"

namespace certus {
namespace {

constexpr std::uint64_t kAllBits = (std::uint64_t{1} << kGridBits) - 1;
constexpr int kMoreBits = kGridBits - 32;  ///< of u below the first word
constexpr std::size_t kChunk = 1024;       ///< elements whose words are made together

/// The smallest v that a slot may hold, or a slightly smaller number.
std::int64_t first_of_slot(std::uint32_t slot, int mantissa_bits) {
  const std::uint32_t bits = (slot + (kExponentOfOne << mantissa_bits)) << (kFloatMantissa - mantissa_bits);
  return static_cast<std::int64_t>(std::bit_cast<float>(bits)) - 128;  // rounding moves v by 64 at most
}

[[noreturn]] void fail_off_grid(std::span<const float> x) {
  const auto off = std::find_if(x.begin(), x.end(),
                                [](float v) { return static_cast<float>(grid_byte(v)) / 255.0F != v; });
  CERTUS_CHECK(off != x.end());
  fail(ErrorKind::kData, "number ", off - x.begin(), " of an image is ", *off,
       ", expected a byte divided by 255: sound noise is for images on the 8-bit grid");
}

}  // namespace

GridKernel grid_kernel(NoiseKernel kernel) {
  switch (kernel) {
#ifdef CERTUS_NOISE_X86
    case NoiseKernel::kAvx2:
      return grid_kernel_avx2;
    case NoiseKernel::kAvx512:
      return grid_kernel_avx512;
#endif
    default:
      return grid_kernel_portable;
  }
}

GridGaussian::GridGaussian(double sigma) : GridGaussian(grid_thresholds(sigma)) {}

GridGaussian::GridGaussian(std::vector<Threshold> thresholds) : thresholds_(std::move(thresholds)) {
  CERTUS_CHECK(!thresholds_.empty() && thresholds_.front().high <= kAllBits / 2 + 1);
  for (std::size_t j = 0; j < thresholds_.size(); ++j) {
    CERTUS_CHECK(thresholds_[j].low < thresholds_[j].high);
    if (j == 0) continue;
    CERTUS_CHECK(thresholds_[j].low <= thresholds_[j - 1].low &&
                 thresholds_[j].high <= thresholds_[j - 1].high);
  }
  // Looks for the smallest table that decides nearly all draws.
  for (int mantissa_bits = 5; mantissa_bits <= 14 && open_share_ > 1e-4; ++mantissa_bits) {
    make_table(mantissa_bits);
  }
}

GridGaussian::Step GridGaussian::step(std::uint64_t u) const {
  CERTUS_CHECK(u <= kAllBits);
  // The law is symmetric and so are its thresholds: the upper half mirrors the lower, where K <= 0.
  const bool upper = u > kAllBits / 2;
  const std::uint64_t folded = upper ? kAllBits - u : u;
  // Thresholds decrease: first come those above folded, then those around it, then those below.
  const auto around = std::partition_point(thresholds_.begin(), thresholds_.end(),
                                           [&](const Threshold& d) { return folded < d.low; });
  const bool doubtful = around != thresholds_.end() && folded < around->high;
  const auto magnitude = static_cast<std::int32_t>(around - thresholds_.begin());
  return {.k = upper ? magnitude : -magnitude, .drawn = doubtful ? Drawn::kDoubtful : Drawn::kSurely};
}

NoiseMoments GridGaussian::moments() const {
  NoiseMoments moments;
  for (std::size_t j = thresholds_.size(); j >= 1; --j) {
    const double beyond = 2.0 * static_cast<double>(thresholds_[j - 1].low) / static_cast<double>(kAllBits);
    const double here = static_cast<double>(j) / 255.0;
    const double before = static_cast<double>(j - 1) / 255.0;
    // E h(|K|) = sum over j of (h(j) - h(j - 1)) P[|K| >= j].
    moments.second += (here * here - before * before) * beyond;
    moments.fourth += (std::pow(here, 4) - std::pow(before, 4)) * beyond;
  }
  return moments;
}

void GridGaussian::make_table(int mantissa_bits) {
  const auto slots = grid_slot(0x7fff'ffff, mantissa_bits) + 1;
  std::vector<std::uint32_t> inside(slots);
  std::vector<std::int64_t> prefix(slots);
  std::vector<bool> is_open(slots);
  for (std::uint32_t s = 0; s < slots; ++s) prefix[s] = first_of_slot(s, mantissa_bits) - 1;  // below every v
  for (const Threshold& d : thresholds_) {
    // u is undecided from low to high - 1. Where both have the same prefix, v decides everywhere else.
    const auto first = static_cast<std::uint32_t>(d.low >> kMoreBits);
    const auto last = static_cast<std::uint32_t>((d.high - 1) >> kMoreBits);
    const std::uint32_t slot = grid_slot(first, mantissa_bits);
    if (first != last || inside[slot] > 0) {
      for (std::uint32_t s = slot; s <= grid_slot(last, mantissa_bits); ++s) is_open[s] = true;
    }
    prefix[slot] = first;
    ++inside[slot];
  }
  is_open[0] = true;  // there v = 0 counts as 1
  const std::uint32_t open = (1U << mantissa_bits) - 1;
  const std::uint32_t prefix_mask = ~0U >> mantissa_bits;
  mantissa_bits_ = mantissa_bits;
  open_share_ = 0.0;
  table_.assign(slots, 0);
  std::uint32_t above = 0;
  for (std::uint32_t s = slots; s-- > 0; above += inside[s]) {
    is_open[s] = is_open[s] || above >= open;
    table_[s] = (is_open[s] ? open : above) << (32 - mantissa_bits) |
                (static_cast<std::uint32_t>(prefix[s]) & prefix_mask);
    if (is_open[s]) {
      open_share_ +=
          static_cast<double>(first_of_slot(s + 1, mantissa_bits) - first_of_slot(s, mantissa_bits));
    }
  }
  open_share_ *= 0x1p-31;
}

Drawn GridGaussian::add(Generator generator, const NoiseKey& key, std::uint64_t sample,
                        std::span<const float> x, std::span<float> out, NoiseKernel kernel) const {
  CERTUS_CHECK(x.size() == out.size());
  alignas(64) std::array<std::uint32_t, kChunk> words;
  alignas(64) std::array<std::uint32_t, kChunk> marks;
  const GridKernel run = grid_kernel(kernel);
  Drawn drawn = Drawn::kSurely;
  for (std::size_t first = 0; first < x.size(); first += kChunk) {
    const std::size_t count = std::min(kChunk, x.size() - first);
    fill_words(generator, key, sample, WordStream::kFirst, first, std::span(words).first(count));
    const GridOutcome outcome =
        run(table(), words.data(), x.data() + first, count, out.data() + first, marks.data());
    if (outcome.off_grid != 0) fail_off_grid(x.subspan(first, count));
    if (outcome.undecided == 0) continue;
    for (std::size_t i = 0; i < count; ++i) {
      if (marks[i] == 0) continue;
      const std::size_t element = first + i;
      std::array<std::uint32_t, 16> more;
      fill_words(generator, key, sample, WordStream::kMore, element / 16 * 16, more);
      const Step exact = step(std::uint64_t{words[i]} << kMoreBits | more[element % 16] >> (32 - kMoreBits));
      out[element] = static_cast<float>(grid_byte(x[element]) + exact.k) / 255.0F;
      if (exact.drawn == Drawn::kDoubtful) drawn = Drawn::kDoubtful;
    }
  }
  return drawn;
}

namespace {

class GridNoise final : public NoiseSource {
 public:
  GridNoise(float sigma, GridGaussian law, Generator generator)
      : sigma_(sigma), law_(std::move(law)), generator_(generator) {}

  std::string name() const override {
    return join_text("sound (8-bit grid, ", kGridBits, "-bit thresholds), ", generator_name(generator_));
  }

  NoiseMoments moments(float sigma) const override {
    CERTUS_CHECK(sigma == sigma_);
    return law_.moments();
  }

  Drawn add(const NoiseKey& key, std::uint64_t sample, float sigma, std::span<const float> x,
            std::span<float> out) const override {
    CERTUS_CHECK(sigma == sigma_ || sigma == 0.0F);
    if (sigma != 0.0F) return law_.add(generator_, key, sample, x, out);
    std::copy(x.begin(), x.end(), out.begin());
    return Drawn::kSurely;
  }

 private:
  float sigma_;
  GridGaussian law_;
  Generator generator_;
};

}  // namespace

std::shared_ptr<const NoiseSource> grid_noise(float sigma, Generator generator) {
  return grid_noise(sigma, GridGaussian(static_cast<double>(sigma)), generator);
}

std::shared_ptr<const NoiseSource> grid_noise(float sigma, GridGaussian law, Generator generator) {
  return std::make_shared<GridNoise>(sigma, std::move(law), generator);
}

}  // namespace certus
