#pragma once

#include <filesystem>
#include <string>

#include "certus/base/file.h"
#include "certus/report/figure.h"
#include "certus/report/figure_layout.h"

namespace certus {

/// Draws a figure with gnuplot: SVG, PNG or PDF by the ending of `path`. Its script (x.gp) and its data
/// (x.dat, with all digits) stay beside it: edited, `gnuplot x.gp` in that folder draws it anew. Fails when
/// one of the three exists and `overwrite` refuses it, and when gnuplot is missing; script and data are there
/// even then.
void draw_figure(const Figure& figure, const std::filesystem::path& path, FigureSize size,
                 Overwrite overwrite);

/// Fails where draw_figure would, but for gnuplot itself: before long work.
void check_figure_path(const std::filesystem::path& path, Overwrite overwrite);

/// The script for a figure file of that name, and the data it reads from `data_name`.
std::string gnuplot_script(const Figure& figure, const std::string& file_name, const std::string& data_name,
                           FigureSize size);
std::string gnuplot_data(const Figure& figure);

}  // namespace certus
