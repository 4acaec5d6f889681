#include "certus/report/curve_tables.h"

#include "certus/base/number_text.h"

namespace certus {

Table curve_table(std::string title, std::vector<std::string> header, std::span<const Estimate> curve) {
  Table table{.title = std::move(title), .header = std::move(header), .rows = {}};
  for (const Estimate& e : curve) {
    table.rows.push_back(
        {exact_cell(e.at), percent_cell(e.value, 2), percent_cell(e.lower, 2), percent_cell(e.upper, 2)});
  }
  return table;
}

Table curves_table(std::string title, std::vector<std::string> header, std::span<const double> grid,
                   std::vector<NamedCurve> curves) {
  const std::size_t names = header.size();
  Table table{.title = std::move(title), .header = std::move(header), .rows = {}, .left_columns = names};
  for (const double at : grid) table.header.push_back(round_trip_text(at));
  for (NamedCurve& row : curves) {
    if (row.curve.empty()) continue;
    std::vector<Cell> cells = std::move(row.names);
    for (const Estimate& e : row.curve) cells.push_back(percent_cell(e.value, 2));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace certus
