#pragma once

#include <string>
#include <vector>

namespace certus {

/// A certified-accuracy curve as papers print it.
struct AccuracyCurve {
  struct Point {
    double radius = 0.0;
    double accuracy = 0.0;   ///< as a share in [0, 1]
    double half_unit = 0.0;  ///< half a unit of the last printed digit, as a share
  };
  std::vector<Point> points;  ///< by rising radius
  bool was_percent = false;   ///< values above 1 were found and read as percentages
};

/// Reads a CSV (or tab-separated) file with the columns `radius` and `accuracy`; '#' starts a comment line.
/// Fails on anything else, on repeated radii and on an accuracy that rises by more than its rounding.
AccuracyCurve read_accuracy_curve(const std::string& path);

/// Whether the first line of a regular file names the columns of a curve rather than those of a log.
bool is_accuracy_curve(const std::string& path);

}  // namespace certus
