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

extern char** environ;

namespace certus {
namespace {

namespace fs = std::filesystem;

// Told apart by most colour-blind readers (Okabe and Ito 2008); the yellow is left out, it is too pale for
// lines.
constexpr std::array<const char*, 7> kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                 "#56B4E9", "#E69F00", "#000000"};
constexpr int kWidth = 860;  // pixels; 96 to the inch where a format has inches
constexpr int kPanelHeight = 250;
constexpr int kTitleHeight = 36;

/// Text for gnuplot between single quotes; control characters become spaces.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out + "'";
}

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

int figure_height(const Figure& figure) {
  return static_cast<int>(figure.panels.size()) * kPanelHeight + (figure.title.empty() ? 0 : kTitleHeight);
}

std::string terminal_for(const Figure& figure, const std::string& file_name) {
  const int height = figure_height(figure);
  const std::string ending = ending_of(file_name);
  if (ending == ".png") {
    return join_text("pngcairo size ", 2 * kWidth, ',', 2 * height, " fontscale 2 linewidth 2 pointscale 2");
  }
  if (ending == ".svg") return join_text("svg size ", kWidth, ',', height, " background '#ffffff'");
  return join_text("pdfcairo size ", fixed_text(kWidth / 96.0, 3), "in,", fixed_text(height / 96.0, 3), "in");
}

std::string range_of(const Axis& axis) {
  const auto end = [](const std::optional<double>& value) { return value ? round_trip_text(*value) : "*"; };
  return join_text('[', end(axis.low), ':', end(axis.high), ']');
}

bool has_points(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
    return std::any_of(series.y.begin(), series.y.end(), [](double y) { return std::isfinite(y); });
  });
}

/// gnuplot cannot choose a range for no points.
Axis with_some_range(Axis axis) {
  axis.low = axis.low.value_or(axis.logarithmic ? 1.0 : 0.0);
  axis.high = axis.high.value_or(*axis.low + 1.0);
  return axis;
}

std::string axis_commands(const Axis& axis, const char* name) {
  std::string out = join_text("set ", name, "label ", in_quotes(axis.label), '\n');
  out += join_text(axis.logarithmic ? "set logscale " : "unset logscale ", name, '\n');
  out += join_text("set ", name, "range ", range_of(axis), '\n');
  if (axis.logarithmic) out += join_text("set format ", name, " '%g'\n");
  if (axis.ticks.empty()) {
    out += join_text("set ", name, "tics autofreq\n");
  } else {
    out += join_text("set ", name, "tics (");
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
      out += join_text(i == 0 ? "" : ", ", in_quotes(axis.ticks[i].second), ' ', axis.ticks[i].first);
    }
    out += ")\n";
  }
  return out;
}

std::string style_of(const Series& series, int colour) {
  const std::string look = join_text("lc rgb '", kColours[static_cast<std::size_t>(colour) % kColours.size()],
                                     "' lw 1.6 dt ", colour / static_cast<int>(kColours.size()) + 1);
  switch (series.style) {
    case Series::Style::kPoints:
      return join_text("with points pt 7 ps 0.4 ", look);
    case Series::Style::kLinePoints:
      return join_text("with linespoints pt ", 4 + colour % 11, " ps 0.7 ", look);
    case Series::Style::kSteps:
      return join_text("with steps ", look);
    case Series::Style::kBars:
      return join_text("with boxes fs solid 0.75 border lc rgb '#404040' ", look);
    default:
      return join_text("with lines ", look);
  }
}

/// Legends stand right of the axes, where no data is; all panels leave the same room, so that axes align.
std::size_t longest_label(const Figure& figure) {
  std::size_t longest = 0;
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) longest = std::max(longest, series.label.size());
  }
  return longest;
}

std::string panel_commands(const Panel& panel, std::size_t first_block, const std::string& data_name) {
  std::string out = join_text("set title ", in_quotes(panel.title), '\n');
  const bool drawn = has_points(panel);
  out += axis_commands(drawn ? panel.x : with_some_range(panel.x), "x");
  out += axis_commands(drawn ? panel.y : with_some_range(panel.y), "y");
  out += "plot ";
  std::string parts;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    const int colour = series.colour.value_or(static_cast<int>(i));
    const std::string source = join_text(in_quotes(data_name), " index ", first_block + i);
    if (!parts.empty()) parts += ", \\\n     ";
    if (!series.low.empty()) {
      parts += join_text(source, " using 1:3:4 with filledcurves lc rgb '",
                         kColours[static_cast<std::size_t>(colour) % kColours.size()],
                         "' fs transparent solid 0.18 noborder notitle, \\\n     ");
    }
    parts += join_text(source, " using 1:2 ", style_of(series, colour), ' ',
                       series.label.empty() ? "notitle" : "title " + in_quotes(series.label));
  }
  return out + parts + '\n';
}

std::string cell_text(double value) {
  return std::isfinite(value) ? round_trip_text(value) : "NaN";
}

/// Runs gnuplot on a script in its folder. Fails with what it has to say.
void run_gnuplot(const fs::path& path, const fs::path& script) {
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
  std::array<char*, 3> words{program.data(), script_name.data(), nullptr};
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
    fail(ErrorKind::kConfig, path, ": not drawn, gnuplot cannot be started (", std::strerror(error),
         "); install gnuplot-nox, then run: gnuplot ", script.filename(), " in ", folder);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fail(ErrorKind::kData, path, ": gnuplot failed on ", script, ": ", said.empty() ? "no message" : said);
  }
}

fs::path beside(const fs::path& path, const char* ending) {
  return fs::path(path).replace_extension(ending);
}

}  // namespace

std::string gnuplot_script(const Figure& figure, const std::string& file_name, const std::string& data_name) {
  std::string out = join_text("# gnuplot ", fs::path(file_name).stem().string(), ".gp draws ", file_name,
                              " from ", data_name, "\n");
  out += join_text("set terminal ", terminal_for(figure, file_name), " noenhanced font 'sans,11'\n");
  out += join_text("set output ", in_quotes(file_name), "\n");
  out +=
      "set encoding utf8\nset datafile missing 'NaN'\nset border 3\nset tics nomirror out\n"
      "set grid back lc rgb '#cccccc' lw 1 dt 1\nset boxwidth 0.38\n"
      "set key at graph 1.02,1.0 left top vertical Left reverse samplen 2\n";
  out += join_text("set lmargin 11\nset rmargin ", std::max<std::size_t>(4, longest_label(figure) + 7), "\n");
  out += join_text("set multiplot layout ", figure.panels.size(), ",1");
  if (!figure.title.empty()) out += join_text(" title ", in_quotes(figure.title), " font 'sans,13'");
  out += "\n";
  std::size_t block = 0;
  for (const Panel& panel : figure.panels) {
    out += "\n" + panel_commands(panel, block, data_name);
    block += panel.series.size();
  }
  return out + "\nunset multiplot\n";
}

std::string gnuplot_data(const Figure& figure) {
  std::string out;
  for (const Panel& panel : figure.panels) {
    for (const Series& series : panel.series) {
      const bool has_band = !series.low.empty();
      CERTUS_CHECK(series.x.size() == series.y.size() && series.low.size() == series.high.size());
      CERTUS_CHECK(!has_band || series.low.size() == series.x.size());
      if (!out.empty()) out += "\n\n";
      std::string name = join_text(panel.y.label, ": ", series.label);
      std::replace_if(
          name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
      out += join_text("# ", name, "\n# x y", has_band ? " low high" : "", "\n");
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        out += join_text(cell_text(series.x[i]), ' ', cell_text(series.y[i]));
        if (has_band) out += join_text(' ', cell_text(series.low[i]), ' ', cell_text(series.high[i]));
        out += '\n';
      }
      // gnuplot fails on a block without points; a gap is none to look at.
      if (series.x.empty()) out += "NaN NaN NaN NaN\n";
    }
  }
  return out;
}

void check_figure_path(const fs::path& path, Overwrite overwrite) {
  const std::string ending = ending_of(path);
  if (ending != ".png" && ending != ".svg" && ending != ".pdf") {
    fail(ErrorKind::kConfig, path, ": a figure ends in .png, .svg or .pdf, found '", ending, "'");
  }
  check_may_write(path, overwrite);
  check_may_write(beside(path, ".gp"), overwrite);
  check_may_write(beside(path, ".dat"), overwrite);
}

void draw_figure(const Figure& figure, const fs::path& path, Overwrite overwrite) {
  check_figure_path(path, overwrite);
  const fs::path script = beside(path, ".gp");
  const fs::path data = beside(path, ".dat");
  write_file(data, gnuplot_data(figure), overwrite);
  write_file(script, gnuplot_script(figure, path.filename().string(), data.filename().string()), overwrite);
  run_gnuplot(path, script);
}

}  // namespace certus
