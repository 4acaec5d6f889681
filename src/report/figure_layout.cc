#include "certus/report/figure_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "certus/base/error.h"

namespace certus {
namespace {

constexpr double kLegendLine = 1.35;  // sizes of its font

bool has_legend(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [](auto& s) { return !s.label.empty(); });
}

/// Entries in rows, each column as wide as its longest label; left is counted from the middle of the legend
/// and `middle` downwards from its top.
std::vector<LegendEntry> legend_of(const Panel& panel, double room, const FigureStyle& style) {
  const double em = style.small_points / 72.0;
  const double gap = 1.2 * em;
  const auto width_of = [&](const std::string& text) {
    return kLegendIndent * em + text_width(characters(text), style.small_points);
  };
  const double widest = room - kLegendIndent * em;
  const auto longest_label = static_cast<std::size_t>(widest / text_width(1, style.small_points));
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    if (!panel.series[i].label.empty())
      entries.push_back({.series = i, .text = shortened(panel.series[i].label, longest_label)});
  }
  // As few rows as there is room for, evenly filled.
  std::vector<double> widths;
  for (std::size_t rows = 1; rows <= entries.size(); ++rows) {
    const std::size_t columns = (entries.size() + rows - 1) / rows;
    widths.assign(columns, 0.0);
    for (std::size_t i = 0; i < entries.size(); ++i)
      widths[i % columns] = std::max(widths[i % columns], width_of(entries[i].text));
    const double all = std::accumulate(widths.begin(), widths.end(), gap * static_cast<double>(columns - 1));
    if (all + gap > room && columns > 1) continue;  // wider fonts than expected need the last gap
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto column = static_cast<std::ptrdiff_t>(i % columns);
      const std::size_t line = i / columns;
      entries[i].left = std::accumulate(widths.begin(), widths.begin() + column,
                                        gap * static_cast<double>(column) - all / 2.0);
      entries[i].middle = (static_cast<double>(line) + 0.5) * kLegendLine * em;
    }
    break;
  }
  return entries;
}

double height_of(const std::vector<LegendEntry>& legend, const FigureStyle& style) {
  return legend.empty() ? 0.0 : legend.back().middle + 0.5 * kLegendLine * style.small_points / 72.0;
}

/// Characters of the longest number on a y axis, as far as it can be told before it is drawn.
std::size_t tick_characters(const Panel& panel) {
  const Axis& axis = panel.y;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  const auto look_at = [&](double value) {
    if (!std::isfinite(value) || value == 0.0) return;
    smallest = std::min(smallest, std::abs(value));
    largest = std::max(largest, std::abs(value));
  };
  for (const Series& series : panel.series) {
    for (const auto* values : {&series.y, &series.low, &series.high})
      std::for_each(values->begin(), values->end(), look_at);
  }
  if (axis.high) look_at(*axis.high);
  if (largest == 0.0) return 3;
  const double digits = std::floor(std::log10(largest)) + 1.0;
  if (axis.scale != Axis::Scale::kLogarithmic)
    return static_cast<std::size_t>(digits >= 2.0 ? digits : digits == 1.0 ? 3.0 : 3.0 - digits);
  // gnuplot's axis ends at the next power of ten.
  const double above = std::max(1.0, std::ceil(std::log10(largest)) + 1.0);
  const double below = std::floor(std::log10(smallest));
  return static_cast<std::size_t>(std::min(7.0, std::max(above, below < 0.0 ? 2.0 - below : 1.0)));
}

std::size_t panels_in_a_row(const Figure& figure, const FigureStyle& style) {
  const std::size_t count = figure.panels.size();
  const bool is_wide = style.side_by_side || (figure.small_multiples && style.has_title);
  if (!is_wide) return 1;
  if (count <= 3) return count;
  return figure.small_multiples && count > 4 ? 3 : 2;
}

}  // namespace

FigureStyle style_of(FigureSize size) {
  switch (size) {
    case FigureSize::kColumn:
      return {};
    case FigureSize::kPage:
      return {.width = 6.75, .side_by_side = true};
    case FigureSize::kScreen:
      return {.width = 860.0 / 96.0,
              .font = "sans",
              .font_points = 11.0,
              .small_points = 10.0,
              .line_points = 1.2,
              .axis_points = 0.75,
              .point_size = 0.8,
              .highest_axes = 3.6,
              .png_dots = 192.0,
              .has_title = true};
  }
  return {};
}

namespace {

/// Heights measured from the top down, as heights above the bottom of a figure this high.
void turn_round(FigureLayout& layout, double height) {
  layout.height = height;
  for (PanelLayout& panel : layout.panels) {
    panel.bottom = height - panel.bottom;
    panel.top = height - panel.top;
    for (LegendEntry& entry : panel.legend) entry.middle = height - entry.middle;
  }
}

}  // namespace

FigureLayout lay_out(const Figure& figure, const FigureStyle& style) {
  const std::size_t count = figure.panels.size();
  CERTUS_CHECK(count > 0);
  const double em = style.font_points / 72.0;
  std::size_t tick_text = 1;  // axes below each other are aligned
  for (const Panel& panel : figure.panels) tick_text = std::max(tick_text, tick_characters(panel));
  const double left = 2.7 * em + digits_width(tick_text, style.small_points);
  const double right = 1.2 * em;
  const std::size_t in_a_row = panels_in_a_row(figure, style);
  const std::size_t rows = (count + in_a_row - 1) / in_a_row;
  const double cell = style.width / static_cast<double>(in_a_row);
  const double axes_width = cell - left - right;
  const double height_share = figure.small_multiples && in_a_row > 1 ? 0.75 : 0.48;
  const double axes_height = rows == 1 ? std::min(style.highest_axes, 0.62 * axes_width)
                                       : std::min(0.6 * style.highest_axes, height_share * axes_width);

  const auto legends = std::count_if(figure.panels.begin(), figure.panels.end(), has_legend);
  const bool one_legend = legends == 1 && has_legend(figure.panels.front());
  const double legend_room = one_legend ? style.width : cell;

  FigureLayout layout{.width = style.width, .height = 0.0, .panels = {}};
  // Measured from the top down; turned round when the height is known.
  double down = style.has_title && !figure.title.empty() ? 2.0 * em : 0.0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t first = row * in_a_row;
    const std::size_t last = std::min(count, first + in_a_row);
    double above = 0.0;
    double below = 0.0;
    for (std::size_t i = first; i < last; ++i) {
      const Panel& panel = figure.panels[i];
      const bool repeated = i + in_a_row < count && figure.panels[i + in_a_row].x.label == panel.x.label;
      const double cell_left = static_cast<double>(i - first) * cell;
      layout.panels.push_back({.left = cell_left + left,
                               .right = cell_left + cell - right,
                               .y_label = cell_left + 0.8 * em,
                               .x_label = !repeated,
                               .legend = legend_of(panel, legend_room, style)});
      above = std::max(
          above, (panel.title.empty() ? 0.8 : 2.2) * em + height_of(layout.panels.back().legend, style));
      below = std::max(below, (repeated || panel.x.label.empty() ? 1.7 : 2.9) * em);
    }
    for (std::size_t i = first; i < last; ++i) {
      PanelLayout& panel = layout.panels[i];
      panel.top = down + above;
      panel.bottom = panel.top + axes_height;
      const double legend_middle = one_legend ? style.width / 2.0 : (panel.left + panel.right) / 2.0;
      const double legend_top =
          panel.top - (figure.panels[i].title.empty() ? 0.5 : 1.9) * em - height_of(panel.legend, style);
      for (LegendEntry& entry : panel.legend) {
        entry.left += legend_middle;
        entry.middle += legend_top;
      }
    }
    down += above + axes_height + below;
  }
  turn_round(layout, down);
  return layout;
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortened(const std::string& text, std::size_t most) {
  if (characters(text) <= most) return text;
  const std::size_t kept = std::max<std::size_t>(most, 1) - 1;
  const auto from = [&](std::size_t character) {  // the byte at which it begins
    std::size_t at = 0;
    for (std::size_t seen = 0; at < text.size(); ++at) {
      if ((text[at] & 0xC0) != 0x80 && seen++ == character) break;
    }
    return at;
  };
  return text.substr(0, from((kept + 1) / 2)) + "\u2026" + text.substr(from(characters(text) - kept / 2));
}

double text_width(std::size_t count, double points) {
  return 0.52 * static_cast<double>(count) * points / 72.0;
}

double digits_width(std::size_t count, double points) {
  return 0.56 * static_cast<double>(count) * points / 72.0;
}

}  // namespace certus
