#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certus/base/parameter.h"

namespace certus {

class Parameters;

/// What the numbers of a grid may be.
struct GridRange {
  double low = 0.0, high = 0.0;
};

/// A field that people write as a range or a list (parse_grid).
Parameter& describe_grid(Parameters& p, const std::string& name, std::vector<double>& field, GridRange range,
                         const std::string& help);

/// The same for numbers of votes (parse_counts).
Parameter& describe_counts(Parameters& p, const std::string& name, std::vector<std::int64_t>& field,
                           GridRange range, const std::string& help);

}  // namespace certus
