#include "certus/autograd/channel_moments.h"

namespace certus {
namespace {

/// Joins n values of each of the 16 channels from `first` on with the all.count values that `all`
/// has of each.
template <typename Number>
void join(ChannelMoments& all, std::size_t first, double n, const Number* mean, const Number* squares) {
  for (std::size_t c = 0; c < kChannelsOfBlock; ++c) {
    const double difference = static_cast<double>(mean[c]) - all.mean[first + c];
    all.mean[first + c] += difference * n / (all.count + n);
    all.squares[first + c] +=
        static_cast<double>(squares[c]) + difference * difference * all.count * n / (all.count + n);
  }
}

}  // namespace

ChannelMoments::ChannelMoments(std::int64_t channels)
    : mean(static_cast<std::size_t>(channels)), squares(static_cast<std::size_t>(channels)) {}

void ChannelMoments::add_rows(const BlockedShape& shape, std::int64_t rows, const float* y) {
  const auto pixels = static_cast<double>(shape.pixels);
  float plane_mean[kChannelsOfBlock], plane_squares[kChannelsOfBlock];
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t b = 0; b < shape.blocks(); ++b) {
      plane_moments(y + (r * shape.blocks() + b) * shape.pixels * kChannelsOfBlock, shape.pixels, plane_mean,
                    plane_squares);
      join(*this, static_cast<std::size_t>(b * kChannelsOfBlock), pixels, plane_mean, plane_squares);
    }
    count += pixels;
  }
}

void ChannelMoments::add(const ChannelMoments& other) {
  if (other.count == 0.0) return;
  for (std::size_t c = 0; c < mean.size(); c += kChannelsOfBlock)
    join(*this, c, other.count, &other.mean[c], &other.squares[c]);
  count += other.count;
}

}  // namespace certus
