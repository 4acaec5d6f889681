#pragma once

#include <string>
#include <vector>

#include "certus/report/figure.h"

namespace certus {

/// Where the parts of a figure stand. All lengths in inches, from the left and from the bottom.

/// How large things are drawn.
struct FigureStyle {
  double width = 3.25;
  std::string font = "Times";  ///< fontconfig gives the nearest it has
  double font_points = 9.0;    ///< of all text but ticks and legends
  double small_points = 8.0;   ///< of ticks and legends
  double line_points = 0.9;    ///< of curves
  double axis_points = 0.5;
  double point_size = 0.45;   ///< in gnuplot's unit
  double highest_axes = 2.6;  ///< of a panel; less where several stand below each other
  double png_dots = 300.0;    ///< per inch
  bool side_by_side = false;
  bool has_title = false;
};
FigureStyle style_of(FigureSize size);

/// A line of a legend: a piece of the series, then its label.
struct LegendEntry {
  std::size_t series = 0;  ///< of the panel
  double left = 0.0, middle = 0.0;
  std::string text;  ///< the label, as far as there is room
};

struct PanelLayout {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;  ///< of the axes
  double y_label = 0.0;                                     ///< the middle of its line
  bool x_label = true;                                      ///< false where the panel below has the same
  std::vector<LegendEntry> legend;
};

struct FigureLayout {
  double width = 0.0, height = 0.0;
  std::vector<PanelLayout> panels;
};

/// The piece of line in a legend, in sizes of its font; the label begins a little later.
inline constexpr double kLegendPiece = 1.9;
inline constexpr double kLegendIndent = 2.3;

/// Panels below each other, or up to three side by side. A single legend is as wide as the figure.
FigureLayout lay_out(const Figure& figure, const FigureStyle& style);

/// Characters of UTF-8 text; and the text with its middle replaced by an ellipsis where it has more.
std::size_t characters(const std::string& text);
std::string shortened(const std::string& text, std::size_t most);

/// Room for `count` characters of text, or of digits, which are wider. Fonts differ a little.
double text_width(std::size_t count, double points);
double digits_width(std::size_t count, double points);

}  // namespace certus
