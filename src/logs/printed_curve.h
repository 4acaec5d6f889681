#pragma once

#include <optional>
#include <string>
#include <vector>

namespace certus {

/// A curve as papers print or publish it: shares of the test images, without the images.
struct PrintedCurve {
  enum class Kind {
    kAccuracy,  ///< certified accuracy over the radius; holds for the budget it was certified with
    kPa,        ///< P(p_A >= p) over p; holds for every budget
  };
  struct Point {
    double at = 0.0;         ///< the radius, or the p
    double share = 0.0;      ///< in [0, 1]
    double half_unit = 0.0;  ///< half a unit of the last printed digit, as a share
  };
  Kind kind = Kind::kAccuracy;
  std::string path;           ///< as the user gave it
  std::vector<Point> points;  ///< by rising place
  bool was_percent = false;   ///< values above 1 were found and read as percentages
};

/// Reads a CSV (or tab-separated) file with the columns `radius` and `accuracy`, or `x` and `y` for P(p_A >=
/// x), the format in which the paper's curves are published; '#' starts a comment line. Fails on anything
/// else, on repeated places and on a share that rises by more than its rounding.
PrintedCurve read_printed_curve(const std::string& path);

/// What the first line of a regular file says it is: the columns of a curve, or empty for anything else.
std::optional<PrintedCurve::Kind> printed_curve_kind(const std::string& path);
inline bool is_printed_curve(const std::string& path) {
  return printed_curve_kind(path).has_value();
}

}  // namespace certus
