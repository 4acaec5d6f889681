#include "certus/recipe/epoch_order.h"

#include <algorithm>
#include <numeric>

#include "certus/base/error.h"
#include "certus/noise/keyed_bits.h"

namespace certus {
namespace {

/// 53 random bits for place i of the order, in [0, 1).
double unit(std::uint64_t seed, std::uint64_t epoch, std::int64_t i) {
  const NoiseKey key{.seed = seed, .image = static_cast<std::uint64_t>(i), .purpose = Purpose::kShuffle};
  const std::uint64_t high = keyed_bits(key, epoch, 0), low = keyed_bits(key, epoch, 1);
  return static_cast<double>(((high << 32) | low) >> 11) * 0x1p-53;
}

/// Integer in [0, n) for place i of the order.
std::int64_t below(std::uint64_t seed, std::uint64_t epoch, std::int64_t i, std::int64_t n) {
  return std::min(static_cast<std::int64_t>(unit(seed, epoch, i) * static_cast<double>(n)), n - 1);
}

}  // namespace

std::vector<std::int64_t> shuffled_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = size - 1; i > 0; --i) {  // Fisher and Yates
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(below(seed, epoch, i, i + 1))]);
  }
  return order;
}

std::vector<std::int64_t> drawn_order(std::uint64_t seed, std::uint64_t epoch, std::int64_t size,
                                      std::span<const std::int64_t> images, std::span<const double> weights) {
  CERTUS_CHECK(!images.empty() && (weights.empty() || weights.size() == images.size()));
  std::vector<double> cumulative(weights.size());
  std::partial_sum(weights.begin(), weights.end(), cumulative.begin());
  const auto place = [&](std::int64_t i) {
    if (weights.empty()) return below(seed, epoch, i, static_cast<std::int64_t>(images.size()));
    const double at = unit(seed, epoch, i) * cumulative.back();
    const auto found = std::ranges::upper_bound(cumulative, at) - cumulative.begin();
    return std::min(static_cast<std::int64_t>(found), static_cast<std::int64_t>(images.size()) - 1);
  };
  std::vector<std::int64_t> order;
  order.reserve(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) order.push_back(images[static_cast<std::size_t>(place(i))]);
  return order;
}

std::vector<BatchSlice> slices_of(std::int64_t images, std::int64_t copies, bool cut) {
  if (!cut) return {{.first = 0, .size = images}};
  const std::int64_t size = images / copies;
  std::vector<BatchSlice> slices;
  for (std::int64_t i = 0; i < copies && size > 0; ++i) slices.push_back({.first = i * size, .size = size});
  return slices;
}

std::int64_t steps_of_epoch(std::int64_t images, std::int64_t batch, std::int64_t copies, bool cut) {
  const auto steps = [&](std::int64_t size) {
    return size == 0 ? 0 : static_cast<std::int64_t>(slices_of(size, copies, cut).size());
  };
  return images / batch * steps(batch) + steps(images % batch);
}

}  // namespace certus
