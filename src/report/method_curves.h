#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certus/metrics/estimate.h"
#include "certus/metrics/log_groups.h"
#include "certus/report/figure.h"

namespace certus {

enum class Bands { kNone, kDrawn };

/// A curve of one method at one noise level.
struct MethodCurve {
  std::string method;
  std::optional<double> sigma;  ///< empty: over several
  std::vector<Estimate> points;
  bool is_mean = false;  ///< over seeds: lower and upper are the lowest and the highest of them, always shown
  std::string value = {};           ///< of the setting that a sweep varies; empty: no sweep
  double unit = 100.0;              ///< values are shown times this: shares in percent
  std::optional<Bands> bands = {};  ///< of its own, whatever the others have
};

/// The curves with a colour for each method (method_colours) and a dash for each sigma, which the legend
/// explains separately; colours for the sigmas where there is one method.
std::vector<Series> method_series(const std::vector<MethodCurve>& curves, Bands bands);

/// The curves of a sweep: an ordered scale of colours for the values of the setting, by rising value, and a
/// dash for each method and sigma where there are several.
/// @param by  the setting, "sphere_attack.steps"
std::vector<Series> sweep_series(const std::vector<MethodCurve>& curves, Bands bands, const std::string& by);

/// One curve for the seeds of a group: means, with the lowest and the highest of them. A curve alone stays as
/// it is.
/// @param curves  of the members, at the same points
MethodCurve group_curve(const LogGroup& group, const std::vector<std::vector<Estimate>>& curves);

/// What a caption should say of curves over seeds; empty where every group is one log.
std::string seeds_sentence(std::span<const LogGroup> groups);

/// Fails when a group has several members: intervals over the images of one log mean nothing for a mean over
/// seeds, whose band is their range.
void check_bands(std::span<const LogGroup> groups, Bands bands);

}  // namespace certus
