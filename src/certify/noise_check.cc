#include "certus/certify/noise_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::size_t kImages = 4;
constexpr std::size_t kLeastNumbers = std::size_t{1} << 20;
constexpr std::size_t kLeastDraws = 4;  ///< an image
constexpr double kDeviations = 8.0;     ///< that a sum may lie off
constexpr double kAlarm = 1e-10;        ///< of a bound, by chance

/// Sums over all draws, as they come.
class Tally {
 public:
  Tally(std::size_t elements, double sigma)
      : half_(static_cast<int>(std::ceil(255.0 * sigma * 9.0)) + 1),
        counts_(static_cast<std::size_t>(2 * half_ + 1)),
        first_(elements),
        changed_(elements) {}

  /// The same draw of every image; `before` is the draw before it, empty for the first.
  void add(const std::array<std::vector<float>, kImages>& now,
           const std::array<std::vector<float>, kImages>& before) {
    for (std::size_t a = 0; a < kImages; ++a) {
      one(now[a]);
      for (std::size_t b = 0; b < a; ++b) between_images[a][b] += product(now[a], now[b]);
      if (!before[a].empty()) between_draws += product(now[a], before[a]);
    }
  }

  double count = 0.0, sum = 0.0, squares = 0.0, between_neighbours = 0.0, between_draws = 0.0;
  std::array<std::array<double, kImages>, kImages> between_images{};

  /// sup |F_found - Phi(. / sigma)| over the half steps of the grid.
  double distance(double sigma) const {
    double below = 0.0;
    double most = 0.0;
    for (int k = -half_; k < half_; ++k) {
      below += static_cast<double>(counts_[place_of(k)]);
      most = std::max(most, std::abs(below / count - normal_cdf((2 * k + 1) / (510.0 * sigma))));
    }
    return most;
  }

  /// The first element that had one value in all draws; the number of elements when none had.
  std::size_t stuck() const {
    return static_cast<std::size_t>(std::find(changed_.begin(), changed_.end(), 0) - changed_.begin());
  }

 private:
  std::size_t place_of(int k) const {
    const int place = k + half_;
    return static_cast<std::size_t>(place);
  }

  static double product(const std::vector<float>& a, const std::vector<float>& b) {
    double total = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) total += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return total;
  }

  void one(const std::vector<float>& noise) {
    if (count == 0.0) first_ = noise;
    double last = 0.0;
    for (std::size_t i = 0; i < noise.size(); ++i) {
      const auto v = static_cast<double>(noise[i]);
      sum += v;
      squares += v * v;
      between_neighbours += v * last;
      last = v;
      const auto k = static_cast<int>(std::floor(std::clamp(255.0 * v, -1e6, 1e6) + 0.5));
      ++counts_[place_of(std::clamp(k, -half_, half_))];
      changed_[i] = static_cast<char>(changed_[i] | (noise[i] != first_[i] ? 1 : 0));
    }
    count += static_cast<double>(noise.size());
  }

  int half_;  ///< steps of the grid to either side that are told apart
  std::vector<std::int64_t> counts_;
  std::vector<float> first_;
  std::vector<char> changed_;
};

Tally tally_of(const NoiseSource& noise, ImageView x, float sigma, std::uint64_t seed, std::size_t draws) {
  const std::size_t elements = x.pixels.size();
  Tally tally(elements, static_cast<double>(sigma));
  std::array<std::vector<float>, kImages> now;
  std::array<std::vector<float>, kImages> before;
  for (std::size_t s = 0; s < draws; ++s) {
    std::swap(now, before);
    for (std::size_t image = 0; image < kImages; ++image) {
      now[image].resize(elements);
      noise.add({.seed = seed, .image = image, .purpose = Purpose::kNoiseCheck}, s, sigma, x.pixels,
                now[image]);
      for (std::size_t i = 0; i < elements; ++i) now[image][i] -= x.pixels[i];
    }
    tally.add(now, before);
  }
  return tally;
}

}  // namespace

std::string check_noise(const NoiseSource& noise, ImageView x, float sigma, std::uint64_t seed) {
  const std::size_t elements = x.pixels.size();
  const std::size_t draws = std::max(kLeastDraws, kLeastNumbers / kImages / elements + 1);
  const Tally tally = tally_of(noise, x, sigma, seed, draws);

  const auto fail_with = [&](const auto&... found) {
    fail(ErrorKind::kEngine, "the noise '", noise.name(), "' with seed ", seed,
         " does not have the distribution it should have: ", found...,
         "; nothing was certified. A broken build or processor?");
  };
  const NoiseMoments law = noise.moments(sigma);
  const double n = tally.count;
  const double mean = tally.sum / std::sqrt(law.second * n);
  const double variance =
      (tally.squares - law.second * n) / std::sqrt((law.fourth - law.second * law.second) * n);
  if (!(std::abs(mean) <= kDeviations)) fail_with("its mean is ", mean, " standard deviations off");
  if (!(std::abs(variance) <= kDeviations)) {
    fail_with("its standard deviation is ", std::sqrt(tally.squares / n), ", expected ",
              std::sqrt(law.second));
  }
  const double distance = tally.distance(static_cast<double>(sigma));
  const double allowed = std::sqrt(std::log(2.0 / kAlarm) / (2.0 * n));
  if (!(distance <= allowed)) {
    fail_with("its distribution function is ", distance, " away from the normal one, expected at most ",
              allowed);
  }
  double correlation = 0.0;
  const auto look = [&](double products, double terms, const auto&... where) {
    const double deviations = products / (law.second * std::sqrt(terms));
    if (!(std::abs(deviations) <= kDeviations)) {
      fail_with(where..., " have correlation ", products / (law.second * terms));
    }
    correlation = std::max(correlation, std::abs(deviations));
  };
  const double an_image = n / kImages;
  for (std::size_t a = 0; a < kImages; ++a) {
    for (std::size_t b = 0; b < a; ++b) look(tally.between_images[a][b], an_image, "images ", b, " and ", a);
  }
  look(tally.between_draws, n - n / static_cast<double>(draws), "draws of an image");
  look(tally.between_neighbours, n, "neighbouring elements");
  // No value is likelier than 0 rounded to the grid; where even that could come up every time, all is quiet.
  const double likeliest = 1.0 - 2.0 * normal_upper_tail(1.0 / (510.0 * static_cast<double>(sigma)));
  const double by_chance =
      static_cast<double>(elements) * std::pow(likeliest, static_cast<double>(kImages * draws) - 1.0);
  if (tally.stuck() < elements && by_chance < kAlarm) {
    fail_with("element ", tally.stuck(), " is the same in all of ", kImages * draws, " draws");
  }
  return join_text("passed: ", grouped_text(static_cast<std::int64_t>(n)), " numbers, mean ",
                   fixed_text(mean, 2), " and variance ", fixed_text(variance, 2),
                   " standard deviations off, distribution function ", fixed_text(distance / allowed, 2),
                   " of the allowed distance, correlations up to ", fixed_text(correlation, 2),
                   " standard deviations");
}

}  // namespace certus
