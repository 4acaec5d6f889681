#include "certus/report/gnuplot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "certus/base/error.h"
#include "certus/base/number_text.h"
#include "certus/base/shell_word.h"
#include "certus/report/figure_layout.h"
#include "certus/report/figure_text.h"
#include "certus/report/method_colours.h"
#include "certus/stats/normal.h"

namespace certus {
namespace {

namespace fs = std::filesystem;

/// gnuplot's number of a mark.
int point_type(Mark mark) {
  switch (mark) {
    case Mark::kCircle:
      return 7;
    case Mark::kSquare:
      return 5;
    case Mark::kTriangle:
      return 9;
    case Mark::kDiamond:
      return 13;
    case Mark::kTriangleDown:
      return 11;
    case Mark::kOpenCircle:
      return 6;
    case Mark::kOpenSquare:
      return 4;
    case Mark::kOpenTriangle:
      return 8;
  }
  return 7;
}

// Each dash has a grey of its own, and nobody can tell these greys apart. They are needed because
// gnuplot's SVG overlooks a new dash of arrows where the colour stays the same. They are lighter than
// any method's colour.
constexpr std::array<const char*, 5> kNeutralColours = {"#808080", "#818181", "#828282", "#838383",
                                                        "#848484"};
// From dark to light, seen as an order with any colour vision and in print without colours: viridis (Smith
// and van der Walt 2015) without its end, which is too pale for lines.
constexpr std::array<std::array<double, 3>, 5> kShades = {
    {{68, 1, 84}, {65, 68, 135}, {42, 120, 142}, {34, 168, 132}, {122, 209, 81}}};
// Lengths of strokes and gaps, in line widths: they stay apart where lines are thin.
constexpr std::array<const char*, 5> kDashes = {"1", "(9,4)", "(2,3)", "(9,3,2,3)", "(15,4)"};

/// Text for gnuplot between single quotes; control characters become spaces.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out + "'";
}

/// The name of a file in the folder of the script, for gnuplot. It runs names that begin with '<' or '|' as
/// commands of the shell, and takes '-' and '+' for data of other kinds.
std::string file_in_quotes(const std::string& name) {
  return in_quotes("./" + name);
}

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

/// Terminals count in units of their own. This makes all of them use points of 1/72 inch, for fonts
/// and for lines.
std::string terminal_for(const FigureLayout& layout, const FigureStyle& style, const std::string& file_name) {
  const auto size = [&](double scale, int decimals, const char* unit) {
    return join_text(" size ", fixed_text(scale * layout.width, decimals), unit, ',',
                     fixed_text(scale * layout.height, decimals), unit);
  };
  const auto scales = [](double font, double line) {
    return join_text(" fontscale ", fixed_text(font, 4), " linewidth ", fixed_text(line, 4));
  };
  const std::string ending = ending_of(file_name);
  if (ending == ".png") {
    return "pngcairo" + size(style.png_dots, 0, "") + scales(style.png_dots / 96.0, style.png_dots / 72.0);
  }
  if (ending == ".svg") {
    return "svg" + size(96.0, 0, "") + scales(96.0 / 72.0, 96.0 / 72.0) + " background '#ffffff'";
  }
  return "pdfcairo" + size(1.0, 3, "in") + scales(72.0 / 96.0, 2.0);
}

/// Whether x values are probabilities whose place on the axis is computed by the script.
bool is_warped(const Axis& axis) {
  return axis.scale == Axis::Scale::kProbit || axis.scale == Axis::Scale::kNines;
}

/// Whether a probit axis goes down to 0, which stands a little before the first p that has a place.
bool reaches_zero(const Axis& axis) {
  return axis.scale == Axis::Scale::kProbit && *axis.low < 0.5;
}

/// Smaller values stand at 0. This is far below one vote of any n.
constexpr double kZero = 1e-12;

/// Where a probability stands on a warped axis; 1 a little beyond the last that has a place.
double place_of(const Axis& axis, double p) {
  constexpr double kProbitStep = 0.35;
  const bool probit = axis.scale == Axis::Scale::kProbit;
  const auto warp = [&](double q) { return probit ? normal_quantile(q) : -std::log10(1.0 - q); };
  const double place = reaches_zero(axis) && p < kZero ? warp(*axis.low) - kProbitStep
                       : p < 1.0                       ? warp(p)
                                                       : warp(*axis.high) + (probit ? kProbitStep : 0.5);
  return std::round(place * 1e4) / 1e4 + 0.0;  // readable: no eye sees more digits, and there is no -0
}

/// Where an axis begins.
double first_place(const Axis& axis) {
  return place_of(axis, reaches_zero(axis) ? 0.0 : *axis.low);
}

/// The same in gnuplot's words, so that the data can have the probabilities themselves.
std::string place_function(const Axis& axis) {
  return join_text(
      "place(p) = ", reaches_zero(axis) ? join_text("p < ", kZero, " ? ", first_place(axis), " : ") : "",
      "p < 1 ? ", axis.scale == Axis::Scale::kProbit ? "invnorm(p)" : "-log10(1 - p)", " : ",
      place_of(axis, 1.0), '\n');
}

/// 0.5, 0.9, 0.99, ... and 1, as far as their texts do not touch; where the axis reaches 0 also 0.1, 0.01,
/// ... and 0.
std::vector<std::pair<double, std::string>> probability_ticks(const Axis& axis, double axis_width,
                                                              const FigureStyle& style) {
  const double begin = first_place(axis);
  const double end = place_of(axis, 1.0);
  const double unit = axis_width / (end - begin);  // inches
  const auto half = [&](const std::string& text) {
    return digits_width(text.size(), style.small_points) / unit / 2.0;
  };
  const bool to_zero = reaches_zero(axis);
  std::vector<double> wanted{to_zero ? 0.5 : *axis.low};  // the most important first
  for (double digits = 10.0; 1.0 - 1.0 / digits <= *axis.high; digits *= 10.0) {
    wanted.push_back(1.0 - 1.0 / digits);
    if (to_zero && 1.0 / digits >= *axis.low) wanted.push_back(1.0 / digits);
  }
  std::vector<std::pair<double, std::string>> ticks;
  for (const double p : wanted) {
    const std::string text = round_trip_text(p);
    const double place = place_of(axis, p);
    const bool near_end = place + half(text) > end - 2.0 * half("1") ||
                          (to_zero && place - half(text) < begin + 2.0 * half("0"));
    const bool touches = std::any_of(ticks.begin(), ticks.end(), [&](const auto& tick) {
      return std::fabs(place - tick.first) < half(text) + half(tick.second);
    });
    if (!near_end && !touches) ticks.push_back({place, text});
  }
  if (to_zero) ticks.push_back({begin, "0"});
  ticks.push_back({end, "1"});
  std::sort(ticks.begin(), ticks.end());
  return ticks;
}

std::string range_of(const Axis& axis) {
  const auto end = [](const std::optional<double>& value) { return value ? round_trip_text(*value) : "*"; };
  if (is_warped(axis)) return join_text('[', first_place(axis), ':', place_of(axis, 1.0), ']');
  return join_text('[', end(axis.low), ':', end(axis.high), ']');
}

bool has_points(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
    return std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); });
  });
}

/// gnuplot cannot choose a range for no points.
Axis with_some_range(Axis axis) {
  axis.low = axis.low.value_or(axis.scale == Axis::Scale::kLogarithmic ? 1.0 : 0.0);
  axis.high = axis.high.value_or(*axis.low + 1.0);
  return axis;
}

/// An axis label between quotes, for text with mark-up: p_A becomes an italic p with its index, everything
/// else is shown as it is.
std::string axis_label(std::string_view text) {
  constexpr std::string_view kName = "p_A";
  std::string out;
  while (!text.empty()) {
    if (text.starts_with(kName)) {
      out += "{/:Italic p}_A";
      text.remove_prefix(kName.size());
      continue;
    }
    if (std::string_view("{}^_@&~\\").find(text.front()) != std::string_view::npos) out += '\\';
    out += text.front();
    text.remove_prefix(1);
  }
  return in_quotes(out);
}

std::string tick_list(const std::vector<std::pair<double, std::string>>& ticks) {
  std::string out;
  for (const auto& [place, text] : ticks)
    out += join_text(out.empty() ? "" : ", ", in_quotes(text), ' ', place);
  return out;
}

std::string axis_commands(const Axis& axis, const char* name, double axis_width, const FigureStyle& style) {
  const bool logarithmic = axis.scale == Axis::Scale::kLogarithmic;
  std::string out = join_text(logarithmic ? "set logscale " : "unset logscale ", name, '\n');
  out += join_text("set ", name, "range ", range_of(axis), '\n');
  out += join_text("set format ", name, logarithmic ? " '%g'\n" : " '%h'\n");
  const auto ticks = is_warped(axis) ? probability_ticks(axis, axis_width, style) : axis.ticks;
  if (is_warped(axis)) out += place_function(axis);
  out += join_text("set ", name, "tics noenhanced ");
  return out + (ticks.empty() ? "autofreq" : join_text('(', tick_list(ticks), ')')) + "\n";
}

/// A place of [0, 1] on the ordered scale of colours.
std::string shade_colour(double shade) {
  const double place = std::clamp(shade, 0.0, 1.0) * static_cast<double>(kShades.size() - 1);
  const auto before = std::min(static_cast<std::size_t>(place), kShades.size() - 2);
  const double part = place - static_cast<double>(before);
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = kShades[before][i] + part * (kShades[before + 1][i] - kShades[before][i]);
    const auto byte = static_cast<std::size_t>(std::lround(value));
    out += kHex[byte / 16];
    out += kHex[byte % 16];
  }
  return out;
}

std::string colour_of(const Series& series, int colour) {
  if (series.shade) return shade_colour(*series.shade);
  return colour == Series::kNeutral
             ? kNeutralColours[static_cast<std::size_t>(series.dash) % kDashes.size()]
             : kMethodColours[static_cast<std::size_t>(colour) % kMethodColours.size()];
}

/// The colour, so transparent that crowds of points can be told from single ones.
std::string paled(const std::string& colour) {
  return "#A0" + colour.substr(1);
}

/// How a series of a panel looks, in gnuplot's words.
struct Look {
  std::string line;   ///< colour, width and dash
  std::string point;  ///< kind and size; empty: no points
};

Look look_of(const Series& series, int colour, const FigureStyle& style) {
  // More curves than colours: the next round of colours is dashed.
  const int round = series.shade ? 0 : std::max(colour, 0) / static_cast<int>(kMethodColours.size());
  const auto dash = static_cast<std::size_t>(series.dash + round) % kDashes.size();
  Look look{.line = join_text("lc rgb '", colour_of(series, colour), "' lw ", style.line_points, " dt ",
                              kDashes[dash]),
            .point = {}};
  const Mark mark = method_mark(std::max(colour, 0));
  if (series.style == Series::Style::kDots) {
    look.line = join_text("lc rgb '", paled(colour_of(series, colour)), '\'');
    look.point = join_text("pt 7 ps ", fixed_text(0.5 * style.point_size, 3));
  }
  if (series.style == Series::Style::kPoints) look.point = join_text("pt 7 ps ", style.point_size);
  if (series.style == Series::Style::kLinePoints)
    look.point = join_text("pt ", point_type(mark), " ps ", style.point_size);
  return look;
}

std::string drawing_of(const Series& series, const Look& look) {
  switch (series.style) {
    case Series::Style::kDots:
    case Series::Style::kPoints:
      return join_text("with points ", look.point, ' ', look.line);
    case Series::Style::kLinePoints:
      return join_text("with linespoints ", look.point, ' ', look.line);
    case Series::Style::kSteps:
      return join_text("with steps ", look.line);
    case Series::Style::kBars:
      return join_text("with boxes fs solid 0.75 border lc rgb '#404040' ", look.line);
    default:
      return join_text("with lines ", look.line);
  }
}

/// gnuplot's own legends do not know how much room they have and do not fill rows evenly. So ours is made of
/// labels and arrows.
std::string legend_commands(const Panel& panel, const PanelLayout& place, const FigureLayout& layout,
                            const FigureStyle& style) {
  const auto at = [&](double x, double y) {
    return join_text("screen ", fixed_text(x / layout.width, 5), ", screen ",
                     fixed_text(y / layout.height, 5));
  };
  const double em = style.small_points / 72.0;
  std::string out;
  for (const LegendEntry& entry : place.legend) {
    const Series& series = panel.series[entry.series];
    const int colour = series.colour.value_or(static_cast<int>(entry.series));
    const Look look = look_of(series, colour, style);
    const double end = entry.left + kLegendPiece * em;
    if (series.style == Series::Style::kBars) {
      out += join_text("set object rectangle from ", at(entry.left + 0.5 * em, entry.middle - 0.3 * em),
                       " to ", at(end, entry.middle + 0.3 * em), " fc rgb '", colour_of(series, colour),
                       "' fs solid 0.75 border lc rgb '#404040' lw ", style.axis_points, '\n');
    } else if (series.style != Series::Style::kPoints && series.style != Series::Style::kDots) {
      out += join_text("set arrow from ", at(entry.left, entry.middle), " to ", at(end, entry.middle),
                       " nohead ", look.line, '\n');
    }
    if (!look.point.empty()) {
      out += join_text("set label '' at ", at((entry.left + end) / 2.0, entry.middle), " point ", look.point,
                       " lc rgb '", colour_of(series, colour), "'\n");
    }
    out += join_text("set label ", in_quotes(entry.text), " at ",
                     at(entry.left + kLegendIndent * em, entry.middle), " left noenhanced font '", style.font,
                     ',', style.small_points, "'\n");
  }
  return out;
}

std::string panel_commands(const Panel& panel, const PanelLayout& place, const FigureLayout& layout,
                           const FigureStyle& style, std::size_t first_block, const std::string& data_name) {
  CERTUS_CHECK(!is_warped(panel.y) && (!is_warped(panel.x) || (panel.x.low && panel.x.high)));
  const auto at = [](const char* what, double inches, double whole) {
    return join_text("set ", what, " at screen ", fixed_text(inches / whole, 5), '\n');
  };
  std::string out = join_text("set title ", in_quotes(panel.title), " noenhanced offset 0,-0.6\n");
  out += at("lmargin", place.left, layout.width) + at("rmargin", place.right, layout.width);
  out += at("bmargin", place.bottom, layout.height) + at("tmargin", place.top, layout.height);
  out += legend_commands(panel, place, layout, style);
  const bool drawn = has_points(panel);
  const double width = place.right - place.left;
  out += axis_commands(drawn ? panel.x : with_some_range(panel.x), "x", width, style);
  out += axis_commands(drawn ? panel.y : with_some_range(panel.y), "y", width, style);
  out += join_text("set xlabel ", place.x_label ? axis_label(panel.x.label) : "''", '\n');
  // The distance of gnuplot's own label from the axis depends on how long the numbers are, so it would
  // differ between panels.
  out += join_text("set label ", axis_label(panel.y.label), " at screen ",
                   fixed_text(place.y_label / layout.width, 5), ", graph 0.5 center rotate by 90\n");
  const char* x = is_warped(panel.x) ? "(place($1))" : "1";
  out += "plot ";
  std::string parts;
  // Bands first: no curve is hidden by the band of another.
  for (const bool bands : {true, false}) {
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const Series& series = panel.series[i];
      const int colour = series.colour.value_or(static_cast<int>(i));
      const std::string source =
          join_text(file_in_quotes(data_name), " index ", first_block + i, " using ", x);
      if (bands && series.low.empty()) continue;
      if (!parts.empty()) parts += ", \\\n     ";
      if (bands && series.spread == Series::Spread::kErrorBars) {
        parts += join_text(source, ":2:3:4 with yerrorbars pt 0 lc rgb '", colour_of(series, colour), "' lw ",
                           style.line_points, " notitle");
      } else if (bands) {
        parts += join_text(source, ":3:4 with filledcurves lc rgb '", colour_of(series, colour),
                           "' fs transparent solid 0.18 noborder notitle");
      } else {
        parts += join_text(source, ":2 ", drawing_of(series, look_of(series, colour, style)), " notitle");
      }
    }
  }
  return out + parts + "\nunset label\nunset arrow\nunset object\n";
}

/// Comment lines, whatever the sentences have in them.
std::string comments(const std::vector<std::string>& sentences) {
  std::string out;
  for (std::string sentence : sentences) {
    std::replace_if(
        sentence.begin(), sentence.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    // gnuplot continues a comment on the next line after a backslash.
    out += join_text("# ", sentence, sentence.ends_with('\\') ? " .\n" : "\n");
  }
  return out;
}

std::string cell_text(double value) {
  return std::isfinite(value) ? round_trip_text(value) : "NaN";
}

/// A temporary folder beside what is made in it. It is removed with all its contents at the end.
class FolderBeside {
 public:
  explicit FolderBeside(const fs::path& path) {
    std::string name = (path.parent_path() / "figure.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      fail(ErrorKind::kFile, path, ": cannot be created: ", std::strerror(errno));
    path_ = name;
  }
  ~FolderBeside() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderBeside(const FolderBeside&) = delete;
  FolderBeside& operator=(const FolderBeside&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Whether a figure ends as its format requires: gnuplot does not report that the disk is full.
bool is_whole_figure(std::string_view content, const std::string& ending) {
  if (ending == ".png") return content.ends_with("IEND\xAE\x42\x60\x82");
  content = content.substr(0, content.find_last_not_of(" \r\n") + 1);
  return content.ends_with(ending == ".svg" ? "</svg>" : "%%EOF");
}

/// Runs gnuplot on a script in its folder, where it draws into the file `drawn`. Fails with the
/// message of gnuplot.
void run_gnuplot(const fs::path& path, const fs::path& script, const fs::path& drawn) {
  std::array<int, 2> pipe_ends{};
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    fail(ErrorKind::kFile, path, ": gnuplot cannot be started: ", std::strerror(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
  const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::string program = "gnuplot";
  std::string script_name = "./" + script.filename().string();
  std::string option = "-e";
  std::string setting = "figure=" + file_in_quotes(drawn.string());
  std::array<char*, 5> words{program.data(), option.data(), setting.data(), script_name.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe_ends[1]);
  std::string said;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 1; error == 0 && got != 0;) {
    got = ::read(pipe_ends[0], buffer.data(), buffer.size());
    if (got < 0 && errno != EINTR) break;
    if (got > 0) said.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe_ends[0]);
  if (error != 0) {
    fail(ErrorKind::kConfig, path, ": is not drawn, because gnuplot cannot be started (",
         std::strerror(error), "); install gnuplot-nox, then run: gnuplot ",
         shell_word("./" + script.filename().string()), " in ", folder);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fail(ErrorKind::kData, path, ": gnuplot failed on ", script, ": ", said.empty() ? "no message" : said);
  }
}

/// With the figure's own ending in the name: x.png and x.pdf have scripts and data of their own.
fs::path beside(const fs::path& path, const char* ending) {
  return path.string() + ending;
}

}  // namespace

std::string gnuplot_script(const Figure& figure, const std::string& file_name, const std::string& data_name,
                           FigureSize size) {
  const FigureStyle style = style_of(size);
  const FigureLayout layout = lay_out(figure, style);
  const auto font = [&](double points) { return join_text("font '", style.font, ',', points, '\''); };
  std::string out =
      comments({join_text("gnuplot ", file_name, ".gp draws ", file_name, " from ", data_name)});
  if (!figure.title.empty()) out += comments({figure.title});
  out += comments(figure.notes);
  out += join_text("set terminal ", terminal_for(layout, style, file_name), " enhanced ",
                   font(style.font_points), '\n');
  out += join_text("if (!exists('figure')) figure = ", file_in_quotes(file_name), "\nset output figure\n");
  out += join_text("set encoding utf8\nset datafile missing 'NaN'\nset border 3 lw ", style.axis_points,
                   "\nset tics nomirror out scale 0.5 ", font(style.small_points),
                   "\nset grid back lc rgb '#d8d8d8' lw ", style.axis_points, " dt 1\nset boxwidth 0.38\n",
                   "unset key\nset xtics offset 0,0.35\nset xlabel offset 0,0.8\n");
  out += "set multiplot\n";
  if (style.has_title && !figure.title.empty()) {
    out += join_text("set label 1 ", in_quotes(figure.title), " at screen 0.5, screen ",
                     fixed_text(1.0 - style.font_points / 72.0 / layout.height, 5), " center noenhanced\n");
  }
  std::size_t block = 0;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    out += "\n" + panel_commands(figure.panels[i], layout.panels[i], layout, style, block, data_name);
    block += figure.panels[i].series.size();
  }
  return out + "\nunset multiplot\n";
}

std::string gnuplot_data(const Figure& figure) {
  std::string out = comments(figure.notes);
  bool first = true;
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) {
      const bool has_band = !series.low.empty();
      CERTUS_CHECK(series.x.size() == series.y.size() && series.low.size() == series.high.size());
      CERTUS_CHECK(!has_band || series.low.size() == series.x.size());
      if (!first) out += "\n\n";
      first = false;
      out += comments({join_text(panel.y.label, ": ", series.label), has_band ? "x y low high" : "x y"});
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        out += join_text(cell_text(series.x[i]), ' ', cell_text(series.y[i]));
        if (has_band) out += join_text(' ', cell_text(series.low[i]), ' ', cell_text(series.high[i]));
        out += '\n';
      }
      // gnuplot fails on a block without points; a gap counts as one but is not visible.
      if (series.x.empty()) out += "NaN NaN NaN NaN\n";
    }
  }
  return out;
}

std::array<fs::path, 3> figure_files(const fs::path& path) {
  return {path, beside(path, ".gp"), beside(path, ".dat")};
}

void check_figure_path(const fs::path& path, Overwrite overwrite) {
  const std::string ending = ending_of(path);
  if (ending != ".png" && ending != ".svg" && ending != ".pdf") {
    fail(ErrorKind::kConfig, path, ": a figure ends in .png, .svg or .pdf, found '", ending, "'");
  }
  for (const fs::path& file : figure_files(path)) check_may_write(file, overwrite);
}

std::size_t draw_figure(const Figure& given, const fs::path& path, FigureSize size, Overwrite overwrite) {
  check_figure_path(path, overwrite);
  Figure figure = with_valid_text(given);
  const auto [picture, script, data] = figure_files(path);
  write_file(data, gnuplot_data(figure), overwrite);
  const std::size_t replaced = ending_of(path) == ".svg" ? 0 : replace_rare_characters(figure);
  write_file(script, gnuplot_script(figure, path.filename().string(), data.filename().string(), size),
             overwrite);
  const FolderBeside folder(path);
  constexpr const char* kDrawn = "drawn";
  run_gnuplot(path, script, folder.path().filename() / kDrawn);
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  const std::string content = read_file(folder.path() / kDrawn, kMostBytes);
  if (!is_whole_figure(content, ending_of(path))) {
    fail(ErrorKind::kFile, path, ": is not drawn, because what gnuplot wrote is incomplete (", content.size(),
         " bytes); is the disk full?");
  }
  write_file(picture, content, overwrite);
  return replaced;
}

}  // namespace certus
