#include "certus/metrics/grid_parameter.h"

#include "certus/base/parameters.h"
#include "certus/metrics/grid.h"

namespace certus {

Parameter& describe_grid(Parameters& p, const std::string& name, std::vector<double>& field, GridRange range,
                         const std::string& help) {
  return p
      .add_parsed(
          name, field,
          [range](const std::string& text, const std::string& what) {
            return parse_grid(text, what, range.low, range.high);
          },
          help)
      .shown_as("A:STEP:B|LIST");
}

Parameter& describe_counts(Parameters& p, const std::string& name, std::vector<std::int64_t>& field,
                           GridRange range, const std::string& help) {
  return p
      .add_parsed(
          name, field,
          [range](const std::string& text, const std::string& what) {
            return parse_counts(text, what, range.low, range.high);
          },
          help)
      .shown_as("LIST");
}

}  // namespace certus
