#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace certus {

/// "a:step:b" or "x,y,z" as numbers, rising. Every point is the double nearest to its decimal value
/// (0.5:0.001:1 contains exactly 0.504), so that it compares with logged values as its text would. Fails,
/// naming `what`, on anything else, on more than a million points and outside [low, high].
std::vector<double> parse_grid(const std::string& text, const std::string& what, double low, double high);

/// The same for numbers of votes. Fails on one that is not whole, too.
std::vector<std::int64_t> parse_counts(const std::string& text, const std::string& what, double low,
                                       double high);

/// 0, 0.25, ... up to the largest radius, which is not negative. There are at least two points. Where there
/// would be more than 40 steps, the step is a whole number.
std::vector<double> usual_radii(double largest_radius);

/// 0.5 to 1, dense near 1.
std::vector<double> usual_p();

/// Points p in [1/2, 1] spaced evenly in Phi^-1(p) up to `z_max`, then 1: up to half of the images of a
/// smoothed classifier live in [0.999, 1], where a linear grid sees nothing. `points` counts all of them, 1
/// included.
std::vector<double> probit_grid(int points, double z_max);

/// The grid with these points and the doubles next to each, within its ends: a curve that jumps at a point
/// has both of its values there, and is drawn as the step it is.
std::vector<double> with_steps(std::vector<double> grid, const std::vector<double>& points);

}  // namespace certus
