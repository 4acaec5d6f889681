#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace certus {

/// What a figure shows, without how it is drawn. Labels are plain text: no mark-up.

/// One curve, or points. Values that are not finite leave a gap.
struct Series {
  enum class Style { kLine, kPoints, kLinePoints, kSteps, kBars };
  std::string label;  ///< in the legend; empty: not there
  std::vector<double> x, y;
  std::vector<double> low, high;  ///< a band around y, one each a point; empty: none
  Style style = Style::kLine;
  std::optional<int> colour = {};  ///< series with the same number look alike; empty: its place in the panel
};

struct Axis {
  std::string label;  ///< with its unit
  bool logarithmic = false;
  std::optional<double> low = {}, high = {};               ///< empty: as the data asks for
  std::vector<std::pair<double, std::string>> ticks = {};  ///< text at places; empty: numbers
};

/// One coordinate system.
struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
};

/// Panels below each other, with one legend for each.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
};

}  // namespace certus
