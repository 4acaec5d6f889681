#include "certus/metrics/grid.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "certus/base/error.h"
#include "certus/base/split_text.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

constexpr std::size_t kMaxPoints = 1'000'000;

/// The double nearest to the decimal that a + i * step means.
double nearest_decimal(double value) {
  return *parse_double(fixed_text(value, 12));
}

}  // namespace

std::vector<double> parse_grid(const std::string& text, const std::string& what, double low, double high) {
  const auto bad = [&](const auto&... why) {
    fail(ErrorKind::kConfig, what, " is '", text, "', expected a:step:b or a list like 0,0.5,1: ", why...);
  };
  const auto number = [&](std::string_view part) {
    const auto value = parse_double(part);
    if (!value || !std::isfinite(*value)) bad("'", part, "' is not a number");
    return *value;
  };
  std::vector<double> grid;
  const auto range = split_text(text, ':');
  if (range.size() == 3) {
    const double first = number(range[0]);
    const double step = number(range[1]);
    const double last = number(range[2]);
    if (!(step > 0.0)) bad("the step must be positive");
    if (last < first) bad("it ends before it starts");
    const double steps = std::floor((last - first) / step + 1e-9);
    if (steps >= static_cast<double>(kMaxPoints)) bad("more than a million points");
    const auto last_index = static_cast<int>(steps);
    for (int i = 0; i <= last_index; ++i) grid.push_back(nearest_decimal(first + i * step));
  } else if (range.size() == 1) {
    for (const auto part : split_text(text, ',')) grid.push_back(number(part));
  } else {
    bad("it has ", range.size(), " parts");
  }
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (!(grid[i] >= low && grid[i] <= high)) bad(grid[i], " lies outside [", low, ", ", high, "]");
    if (i > 0 && !(grid[i] > grid[i - 1])) bad("points must rise");
  }
  return grid;
}

std::vector<std::int64_t> parse_counts(const std::string& text, const std::string& what, double low,
                                       double high) {
  std::vector<std::int64_t> counts;
  for (const double n : parse_grid(text, what, low, high)) {
    if (n != std::floor(n)) fail(ErrorKind::kConfig, what, " has ", n, ", expected whole numbers of votes");
    counts.push_back(static_cast<std::int64_t>(n));
  }
  return counts;
}

std::vector<double> usual_radii(double largest_radius) {
  const double step = largest_radius > 10.0 ? std::ceil(largest_radius / 40.0) : 0.25;
  std::vector<double> radii;
  for (double r = 0.0; r <= largest_radius || radii.size() < 2; r += step) radii.push_back(r);
  return radii;
}

std::vector<double> usual_p() {
  return {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.0};
}

std::vector<double> probit_grid(int points, double z_max) {
  CERTUS_CHECK(points >= 3);
  std::vector<double> grid;
  for (int i = 0; i < points - 1; ++i) grid.push_back(normal_cdf(z_max * i / (points - 2)));
  grid.push_back(1.0);
  return grid;
}

std::vector<double> with_steps(std::vector<double> grid, const std::vector<double>& points) {
  CERTUS_CHECK(!grid.empty());
  const double first = grid.front();
  const double last = grid.back();
  for (const double point : points) {
    for (const double p : {std::nextafter(point, first), point, std::nextafter(point, last)}) {
      if (p > first && p < last) grid.push_back(p);
    }
  }
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

}  // namespace certus
