#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace certus {

/// What a figure shows, without how it is drawn. Labels are plain text: no mark-up. The only exception is the
/// name p_A in axis labels, which is set as in print.

/// One curve, or points. Values that are not finite leave a gap; a series without points is a line of the
/// legend.
struct Series {
  enum class Style { kLine, kPoints, kLinePoints, kSteps, kBars, kDots };  ///< kDots: many small, pale points
  enum class Spread { kBand, kErrorBars };                                 ///< how low and high are drawn
  static constexpr int kNeutral = -1;  ///< a colour for what stands for all colours, as in a legend
  std::string label;                   ///< in the legend; empty: not there
  std::vector<double> x, y;
  std::vector<double> low, high;  ///< a band around y, one value each per point; empty: none
  Style style = Style::kLine;
  Spread spread = Spread::kBand;
  std::optional<int> colour = {};  ///< series with the same number look alike; empty: its place in the panel
  int dash = 0;                    ///< 0: solid; series with the same number are dashed alike
  std::optional<double> shade = {};  ///< in [0, 1]: a place on a scale of colours that people see as an order
};

struct Axis {
  /// kProbit and kNines are for probabilities on x axes, with room near 1: Phi^-1(p), and -log10(1 - p),
  /// where every nine takes the same room. `low` and `high` have to be given there: high is the last p that
  /// has a place of its own, and 1 stands a little beyond it. A kProbit axis whose low is below 1/2 goes down
  /// to 0, which stands a little before low.
  enum class Scale { kLinear, kLogarithmic, kProbit, kNines };
  std::string label;  ///< with its unit
  Scale scale = Scale::kLinear;
  std::optional<double> low = {}, high = {};               ///< empty: chosen by the data
  std::vector<std::pair<double, std::string>> ticks = {};  ///< text at places; empty: numbers
};

/// One coordinate system. Its legend stands above it.
struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
};

struct Figure {
  std::string title;  ///< for screens; a paper has captions
  std::vector<Panel> panels;
  std::vector<std::string> notes = {};  ///< what a caption should say: kept with the data
  bool small_multiples =
      false;  ///< panels are alike and may be small: they stand side by side on screens, too
};

/// The place that a figure is drawn for.
enum class FigureSize {
  kColumn,  ///< one column of a two-column paper: 3.25 inches
  kPage,    ///< both columns: 6.75 inches, with panels side by side
  kScreen,  ///< to look at: about 9 inches, sans serif
};

}  // namespace certus
