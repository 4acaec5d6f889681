#pragma once

#include <span>
#include <string>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/report/table.h"

namespace certus {

/// One curve: a row per point, with its value and its two bounds in percent.
/// @param header  of the four columns
Table curve_table(std::string title, std::vector<std::string> header, std::span<const Estimate> curve);

/// One curve of a table with several, after the cells that name it.
struct NamedCurve {
  std::vector<Cell> names;
  std::span<const Estimate> curve;
};

/// Several curves over one grid: a row per curve, a column per point, in percent. Empty curves have no row.
/// @param header  of the columns with names
/// @param grid    where all curves are given
Table curves_table(std::string title, std::vector<std::string> header, std::span<const double> grid,
                   std::vector<NamedCurve> curves);

}  // namespace certus
