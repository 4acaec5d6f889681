#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "certus/base/file.h"
#include "certus/report/figure.h"

namespace certus {

/// Draws a figure with gnuplot: SVG, PNG or PDF by the ending of `path`. Its script (x.pdf.gp) and its data
/// (x.pdf.dat, with all digits) stay beside it: after editing them, `gnuplot x.pdf.gp` in that folder draws
/// the figure again. Names reach gnuplot as names, also those that it would take for commands of the shell.
/// Fails when one of the three exists and `overwrite` refuses it, and when gnuplot is missing or its figure
/// has no end, as on a full disk. Script and data are there even then, but no incomplete figure. Returns how
/// many characters a PNG or PDF shows as '?', because fonts may lack them.
std::size_t draw_figure(const Figure& figure, const std::filesystem::path& path, FigureSize size,
                        Overwrite overwrite);

/// What draw_figure writes: the figure, its script and its data.
std::array<std::filesystem::path, 3> figure_files(const std::filesystem::path& path);

/// Fails where draw_figure would, except for failures of gnuplot itself. To be called before long work.
void check_figure_path(const std::filesystem::path& path, Overwrite overwrite);

/// The script for a figure file of that name, and the data it reads from `data_name`. gnuplot's variable
/// `figure`, where it is set, names another file to draw into.
std::string gnuplot_script(const Figure& figure, const std::string& file_name, const std::string& data_name,
                           FigureSize size);
std::string gnuplot_data(const Figure& figure);

}  // namespace certus
