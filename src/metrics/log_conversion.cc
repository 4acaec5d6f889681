#include "certus/metrics/log_conversion.h"

#include "certus/base/error.h"
#include "certus/metrics/grid.h"

namespace certus {

LogConversion convert_log(const LoadedLog& loaded, const LogConversionOptions& options) {
  if (!loaded.log.has_radii())
    fail(ErrorKind::kData, Remedy{"certify"}, loaded.log.path, ": a prediction log has no radii to convert");
  const Budget source = loaded.budget();
  const Budget target = options.change.of(source);
  check_budget(target);
  const PaDistribution p_a(loaded.log, source.n);
  if (options.method && needs_one_n(*options.method))
    check_one_n(loaded.log, method_text(*options.method) + " conversion");
  LogConversion found{
      .source = source,
      .target = target,
      .radii = options.radii.empty() ? usual_radii(largest_radius(target).value_or(0.0)) : options.radii,
      .confidence = options.confidence,
      .methods = {}};
  for (const ConversionMethod method : kConversionMethods) {
    if (options.method && *options.method != method) continue;
    if (needs_one_n(method) && !p_a.has_one_n()) continue;
    found.methods.push_back(
        {.conversion = convert_budget(p_a, source, target, found.radii, method, options.confidence),
         .acr = convert_acr(p_a, target, method),
         .acr_range = convert_acr_range(p_a, target, method)});
  }
  return found;
}

}  // namespace certus
