#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/report/figure.h"

namespace certus {

enum class Bands { kNone, kDrawn };

/// A curve of one method at one noise level.
struct MethodCurve {
  std::string method;
  std::optional<double> sigma;  ///< empty: over several
  std::vector<Estimate> points;
  std::optional<Bands> bands = {};  ///< of its own, whatever the others have
};

/// The curves in percent: a colour for each method and a dash for each sigma, which the legend explains
/// apart; colours for the sigmas where there is one method.
std::vector<Series> method_series(const std::vector<MethodCurve>& curves, Bands bands);

}  // namespace certus
